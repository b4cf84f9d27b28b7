/** Colleagues of the demo user, one for each given role, who have already chosen their password. */
import type { Program } from './demo/program.ts';

export interface Colleague {
  readonly account: string;
  readonly password: string;
}

export async function inviteColleagues<R extends string>(
  program: Program,
  roles: readonly R[],
): Promise<Record<R, Colleague>> {
  const call = async (path: string, body: object, token?: string) => {
    const response = await fetch(program.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of the wire.
    const answer = (await response.json()) as any;
    if ((answer.code ?? answer.errCode) !== 0) throw new Error(`${path}: ${answer.msg}`);
    return answer.data;
  };
  const signIn = (user_account: string, password: string) =>
    call('/api/v2/login', { user_account, password });
  const demo = await signIn('demo', program.demoPassword);
  const made: [R, Colleague][] = [];
  for (const role of roles) {
    const account = `walker.${role}`;
    const password = `copper rail of ${role}`;
    const { initial_password } = await call(
      '/api/v2/users',
      { name: account, role, group_id: String(demo.user_info.group_id) },
      demo.token,
    );
    const first = await signIn(account, initial_password);
    await call('/sys/user/modifyPwd', { oldPassword: initial_password, password }, first.token);
    made.push([role, { account, password }]);
  }
  return Object.fromEntries(made) as Record<R, Colleague>;
}
