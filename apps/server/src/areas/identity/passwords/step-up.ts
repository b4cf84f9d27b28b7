/** Confirms the password again (docs/promises.md C10), required to exceed the limit per minute. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { confirmPassword } from './password-service.ts';

/** Returns true if the right password was entered, false if none was entered. */
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
