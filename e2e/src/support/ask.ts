/**
 * Requests to the API as another program would send them, and their responses, including refusals.
 */
import type { Program } from './demo/program.ts';

export interface ApiAnswer {
  readonly status: number;
  /** 0 means success, in either version of the API. */
  readonly code: number;
  readonly reason: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of the wire.
  readonly data: any;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Uses a session token or an API key; without one the request is anonymous. */
export async function ask(
  program: Program,
  token: string | undefined,
  method: Method,
  path: string,
  body?: object,
): Promise<ApiAnswer> {
  const response = await fetch(program.url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    code?: number;
    errCode?: number;
    reason?: string;
    data?: unknown;
  };
  return {
    status: response.status,
    code: answer.code ?? answer.errCode ?? Number.NaN,
    reason: answer.reason,
    data: answer.data,
  };
}

/** Client of one user, whose requests throw if they are refused. */
export class ApiClient {
  readonly #program: Program;
  #token: string | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  async call(method: Method, path: string, body?: object): Promise<ApiAnswer['data']> {
    const { status, code, reason, data } = await ask(
      this.#program,
      this.#token,
      method,
      path,
      body,
    );
    if (code !== 0) throw new Error(`${method} ${path}: ${status} ${code} ${reason}`);
    return data;
  }

  /** Returns the token and the user of a new session, which further requests use. */
  async signIn(account: string, password: string): Promise<ApiAnswer['data']> {
    this.#token = undefined;
    const login = await this.call('POST', '/api/v2/login', { user_account: account, password });
    this.#token = login.token;
    return login;
  }

  changePassword(oldPassword: string, password: string): Promise<unknown> {
    return this.call('POST', '/sys/user/modifyPwd', { oldPassword, password });
  }
}

/** Signs in and returns the token of the new session. */
export async function tokenOf(
  program: Program,
  account: string,
  password: string,
): Promise<string> {
  return (await new ApiClient(program).signIn(account, password)).token;
}
