/**
 * A customer that requires a second factor of its administrators, with one who has set it up and
 * one who has not: after the password, the second one is only allowed to set it up.
 */
import { spanAt } from '@busbar/domain/access/one-time-code';
import { codeOfSpan } from '../authenticator.ts';
import type { Colleague } from '../colleagues.ts';
import type { Program } from '../demo/program.ts';

const ACCOUNT = 'owed.keeper';
const PASSWORD = 'copper rail of the keeper';

/** Returns the administrator without a second factor. */
export async function makeOwed(program: Program): Promise<Colleague> {
  let token: string | undefined;
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
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
    if ((answer.code ?? answer.errCode) !== 0) throw new Error(`${path}: ${answer.msg}`);
    return answer.data;
  };
  const signIn = async (user_account: string, password: string) => {
    token = undefined;
    const login = await call('POST', '/api/v2/login', { user_account, password });
    token = login.token;
    return login;
  };
  const choose = (oldPassword: string, password: string) =>
    call('POST', '/sys/user/modifyPwd', { oldPassword, password });

  const [zone] = await call('GET', '/api/v2/zones');
  const registered = await call('POST', '/api/v2/register', {
    chinese_code: ACCOUNT,
    english_code: ACCOUNT,
    platform_account: ACCOUNT,
    contact_user: ACCOUNT,
    zone_id: zone.id,
  });
  await call('POST', '/api/v2/audit', {
    audit_flag: true,
    customer_id: registered.customer_id,
    input_pass: program.activationPassword,
  });
  await signIn(ACCOUNT, registered.initial_password);
  await choose(registered.initial_password, PASSWORD);
  const keeper = await signIn(ACCOUNT, PASSWORD);
  const account = 'owed.administrator';
  const password = 'copper rail that is owed';
  const invited = await call('POST', '/api/v2/users', {
    name: account,
    role: 'admin',
    group_id: String(keeper.user_info.group_id),
  });
  const { key } = await call('POST', '/api/v2/my/second-factor', { password: PASSWORD });
  const code = codeOfSpan(key, spanAt(Date.now()));
  await call('POST', '/api/v2/my/second-factor/confirm', { code });
  const own = token;
  await signIn(account, invited.initial_password);
  await choose(invited.initial_password, password);
  token = own;
  await call('PUT', '/api/v2/second-factor-requirement', { required: true });
  return { account, password };
}
