/** Answers of a server, to be compared with those of later versions on the same data. */
import { PASSWORD } from '../support/factories/customer.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import type { TestServer } from '../support/start-server.ts';

export interface FrozenAnswer {
  /** The account that signed in with `PASSWORD`. */
  readonly account: string;
  readonly path: string;
  readonly code: number;
  /** The data of the answer: a later version may add fields, and changes none. */
  readonly data: unknown;
}

/** Signs in with the password and reads each path. */
export async function readAnswers(
  { app }: TestServer,
  requests: readonly Pick<FrozenAnswer, 'account' | 'path'>[],
): Promise<FrozenAnswer[]> {
  const clients = new Map<string, HttpClient>();
  const answers: FrozenAnswer[] = [];
  for (const { account, path } of requests) {
    const client = clients.get(account) ?? (await signIn(app, account));
    clients.set(account, client);
    const { body } = await client.get(path);
    answers.push({
      account,
      path,
      code: body.code,
      data: JSON.parse(JSON.stringify(body.data), lasting),
    });
  }
  return answers;
}

/** The number of sessions of a user changes with time, and by a restore. */
const lasting = (name: string, value: unknown) => (name === 'sessions' ? undefined : value);

async function signIn(app: TestServer['app'], account: string): Promise<HttpClient> {
  const client = httpClient(app);
  const { body } = await client.login(account, PASSWORD);
  if (body.code !== 0) throw new Error(`${account} cannot sign in: ${body.msg}`);
  return client;
}
