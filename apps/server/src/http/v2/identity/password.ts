/** A forgotten password (contract `v2/identity/password.ts`). */
import type { passwordCalls } from '@busbar/contract/v2/identity/password';
import { requestReset } from '../../../areas/identity/users/forgotten-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { onWire } from '../../responses/field-names.ts';

export function passwordHandlers(ctx: Context): HandlersOf<typeof passwordCalls> {
  return {
    'v2.password.forgotten': async ({ body, facts }) => {
      const { user_account: account, language = '' } = body;
      const outcome = await requestReset(ctx, { account, language, address: facts.address });
      return outcome.ok ? {} : onWire(outcome, { account: 'user_account' });
    },
  };
}
