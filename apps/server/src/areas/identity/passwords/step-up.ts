/** The password again (docs/promises.md C10): needed to go on past the limit of a minute. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { confirmPassword } from './password-service.ts';

/** True: given and right. False: none was given. */
export async function stepUp(
  ctx: Context,
  caller: Caller,
  password: string | undefined,
): Promise<Outcome<boolean>> {
  if (password === undefined || password === '') return done(false);
  const confirmed = await confirmPassword(ctx, caller, password);
  return confirmed.ok || confirmed.refusal !== 'old-password-wrong'
    ? confirmed
    : refused('bad-credentials', 'password');
}
