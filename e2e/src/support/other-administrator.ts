/** Another administrator who changes the demo's tree of groups while a page is open. */
import type { Program } from './demo/program.ts';

export interface OtherAdministrator {
  /** Identifies both groups by name. */
  moveGroup(name: string, below: string): Promise<void>;
}

interface Group {
  readonly id: number;
  readonly name: string;
}

export async function otherAdministrator(program: Program): Promise<OtherAdministrator> {
  let token: string | undefined;
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(program.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of the wire.
    const answer = (await response.json()) as any;
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`);
    return answer.data;
  };
  const login = { user_account: 'demo', password: program.demoPassword };
  token = (await call('POST', '/api/v2/login', login)).token;
  return {
    async moveGroup(name, below) {
      const { list }: { list: Group[] } = await call('GET', '/api/v2/groups');
      const idOf = (wanted: string) => String(list.find((one) => one.name === wanted)?.id);
      const parent_id = idOf(below);
      const path = `/api/v2/groups/${idOf(name)}`;
      const preview = await call('POST', `${path}/move/preview`, { parent_id });
      await call('POST', `${path}/move`, { parent_id, token: preview.token });
    },
  };
}
