/** Sends requests like a browser or a program, without a socket. A browser stores its cookies. */
import type { FastifyInstance } from 'fastify';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails otherwise
  readonly body: any;
  readonly setCookies: readonly string[];
}

export interface HttpClient {
  readonly cookies: Map<string, string>;
  token: string | undefined;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Signs in on v2 and stores the token. */
  login(account: string, password: string, more?: Record<string, unknown>): Promise<Answer>;
}

export interface ClientOptions {
  readonly token?: string;
  readonly browser?: boolean;
  readonly address?: string;
}

export function httpClient(app: FastifyInstance, options: ClientOptions = {}): HttpClient {
  const cookies = new Map<string, string>();
  let { token } = options;
  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) {
    const hasBody = method === 'POST' || method === 'PUT';
    const answer = await app.inject({
      method,
      url,
      remoteAddress: options.address ?? '127.0.0.1',
      headers: {
        host: 'busbar-test',
        ...(token === undefined ? {} : { authorization: token }),
        ...(options.browser === true ? { origin: 'http://busbar-test' } : {}),
        ...(cookies.size === 0
          ? {}
          : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { payload: JSON.stringify(body ?? {}) } : {}),
    });
    const setCookies = [answer.headers['set-cookie'] ?? []].flat();
    if (options.browser === true) keep(cookies, setCookies);
    return { status: answer.statusCode, body: answer.json(), setCookies };
  }
  return {
    cookies,
    get token() {
      return token;
    },
    set token(value) {
      token = value;
    },
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
    async login(account, password, more = {}) {
      const answer = await send('POST', '/api/v2/login', {
        user_account: account,
        password,
        ...more,
      });
      token = answer.body.data?.token ?? token;
      return answer;
    },
  };
}

function keep(cookies: Map<string, string>, setCookies: readonly string[]): void {
  for (const line of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
