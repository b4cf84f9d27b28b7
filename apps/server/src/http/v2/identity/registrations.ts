/** Administration of customers by the platform's administrators. */

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
import { SAID } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import type { Handlers } from '../../calls/handler.ts';

const WIRE_NAMES = { expiresAt: 'expires_at', zoneId: 'zone_id', currencyId: 'currency_id' };
const DEFAULT_ROWS = 13;

type RegistrationCalls =
  | 'v2.registrations'
  | 'v2.registrations.activate'
  | 'v2.registrations.reject'
  | 'v2.registrations.change';

export function registrationsHandlers(ctx: Context): Pick<Handlers, RegistrationCalls> {
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
      return done.ok ? { msg: SAID.activated } : onWire(done, WIRE_NAMES);
    },
    'v2.registrations.reject': async ({ params, body, caller }) => {
      const done = await rejectRegistration(ctx, caller, params.id, {
        password: body.input_pass,
        reason: body.reason,
      });
      return done.ok ? { msg: SAID.rejected } : done;
    },
    'v2.registrations.change': async ({ params, body, caller }) => {
      const done = await changeRegistration(ctx, caller, params.id, {
        version: body.version,
        expiresAt: body.expires_at,
        zoneId: body.zone_id,
        currencyId: body.currency_id,
        mapType: body.map_type,
        mostDevices: body.most_devices,
        mostUsers: body.most_users,
        mostMessages: body.most_messages,
        languages: body.languages,
      });
      return done.ok ? { msg: SAID.updated } : onWire(done, WIRE_NAMES);
    },
  };
}

function present(row: Registration) {
  return {
    id: row.customerId,
    chinese_code: row.chineseCode,
    english_code: row.englishCode,
    user_account: row.account,
    contact_user: row.contactUser,
    phone: row.phone,
    email: row.email,
    address: row.address,
    state: row.state,
    created_at: row.createdAt,
    activated_at: row.activatedAt,
    expires_at: row.expiresAt,
    rejected_reason: row.rejectedReason,
    zone_id: row.zoneId,
    currency_id: row.currencyId,
    map_type: row.mapType,
    most_devices: row.mostDevices,
    most_users: row.mostUsers,
    most_messages: row.mostMessages,
    messages_today: Number(row.messagesToday),
    languages: [...row.languages],
    version: row.version,
  };
}
