/**
 * A customer that requires a second factor of its administrators, with one administrator who has
 * set it up and one who has not: after the password, the latter is only allowed to set it up.
 */
import { spanAt } from '@busbar/domain/access/one-time-code';
import { ApiClient } from '../ask.ts';
import { codeOfSpan } from '../authenticator.ts';
import type { Colleague } from '../colleagues.ts';
import type { Program } from '../demo/program.ts';
import { registerCustomer } from '../register-customer.ts';

const ACCOUNT = 'owed.keeper';
const PASSWORD = 'copper rail of the keeper';

/** Returns the administrator without a second factor. */
export async function makeOwed(program: Program): Promise<Colleague> {
  const keeper = await registerCustomer(program, ACCOUNT, PASSWORD, ([zone]) => zone!);
  const account = 'owed.administrator';
  const password = 'copper rail that is owed';
  const invited = await keeper.client.call('POST', '/api/v2/users', {
    name: account,
    role: 'admin',
    group_id: String(keeper.user.group_id),
  });
  const { key } = await keeper.client.call('POST', '/api/v2/my/second-factor', {
    password: PASSWORD,
  });
  const code = codeOfSpan(key, spanAt(Date.now()));
  await keeper.client.call('POST', '/api/v2/my/second-factor/confirm', { code });
  const administrator = new ApiClient(program);
  await administrator.signIn(account, invited.initial_password);
  await administrator.changePassword(invited.initial_password, password);
  await keeper.client.call('PUT', '/api/v2/second-factor-requirement', { required: true });
  return { account, password };
}
