/** v2 calls for the administration of customers by the platform's administrators. */

import type { registrationsCalls } from '@busbar/contract/v2/identity/registrations';
import { camelCaseKeys, snakeCaseKeys } from '@busbar/domain/key-case';
import {
  activateRegistration,
  changeRegistration,
  rejectRegistration,
} from '../../../areas/identity/registration/change-registration.ts';
import {
  listRegistrations,
  type Registration,
} from '../../../areas/identity/registration/registration-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const DEFAULT_ROWS = 13;

export function registrationsHandlers(ctx: Context): HandlersOf<typeof registrationsCalls> {
  return {
    'v2.registrations': async ({ query, caller }) => {
      const size = query.ps ?? DEFAULT_ROWS;
      const { list, total } = await listRegistrations(
        ctx.database.db,
        caller.customerId,
        {
          state: query.state,
          keyword: query.keyword ?? '',
          limit: size,
          offset: ((query.pn ?? 1) - 1) * size,
        },
        ctx.clock.now(),
      );
      return { data: { list: list.map(present), total } };
    },
    'v2.registrations.activate': async ({ params, body, caller }) => {
      const done = await activateRegistration(ctx, caller, params.id, {
        password: body.input_pass,
        expiresAt: body.expires_at,
      });
      return done.ok ? { msg: REFUSAL_MESSAGES.activated } : onWire(done);
    },
    'v2.registrations.reject': async ({ params, body, caller }) => {
      const done = await rejectRegistration(ctx, caller, params.id, {
        password: body.input_pass,
        reason: body.reason,
      });
      return done.ok ? { msg: REFUSAL_MESSAGES.rejected } : done;
    },
    'v2.registrations.change': async ({ params, body, caller }) => {
      const done = await changeRegistration(ctx, caller, params.id, camelCaseKeys(body));
      return done.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(done);
    },
  };
}

const present = ({ customerId, account, ...registration }: Registration) => ({
  ...snakeCaseKeys(registration),
  id: customerId,
  user_account: account,
  messages_today: Number(registration.messagesToday),
  languages: [...registration.languages],
});
