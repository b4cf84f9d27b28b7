/** v2 calls for API keys. */
import type { apiKeyCalls } from '@busbar/contract/v2/identity/api-keys';
import {
  type KeyUse,
  limitsInForce,
  usedLastMinute,
  usedToday,
} from '@busbar/domain/access/key-limit';
import { parseInstant } from '@busbar/domain/calendar';
import { camelCaseKeys, pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { localDateOf } from '@busbar/domain/local-date';
import { type KnownApiKey, listApiKeys } from '../../../areas/identity/api-keys/api-key-queries.ts';
import {
  addApiKey,
  changeKeyLimits,
  revokeApiKey,
} from '../../../areas/identity/api-keys/api-key-service.ts';
import { findKeyUses } from '../../../areas/identity/api-keys/key-use-queries.ts';
import { usesPlatformApi } from '../../../areas/messaging/forwarding/forwarding-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function apiKeyHandlers(ctx: Context): HandlersOf<typeof apiKeyCalls> {
  return {
    'v2.api-keys': async ({ caller }) => {
      const { db } = ctx.database;
      const isOn = await usesPlatformApi(db, caller.customerId);
      const keys = await listApiKeys(db, caller);
      const uses = await findKeyUses(db, caller.customerId);
      const now = ctx.clock.now();
      const { usual, most } = ctx.config.apiKeyPerMinute;
      const list = keys.map((key) => ({
        ...presentKey(key, isOn, now),
        ...presentPace(key, uses.get(key.id), { now, zone: caller.zone, usual, most }),
      }));
      return {
        data: {
          list,
          use_platform_api_flag: isOn,
          usual_per_minute: usual,
          most_per_minute: most,
        },
      };
    },
    'v2.api-keys.add': async ({ body, caller }) => {
      const created = await addApiKey(ctx, caller, {
        name: body.name,
        scopes: body.scopes,
        expiresAt: parseInstant(body.expires_at, caller.zone),
        perMinute: body.per_minute,
        perDay: body.per_day ?? null,
      });
      if (!created.ok) return onWire(created);
      const data = pickSnakeCase(created.value, 'id', 'key', 'prefix', 'expiresAt');
      return { data, msg: REFUSAL_MESSAGES.saved };
    },
    'v2.api-keys.change': async ({ params, body, caller }) => {
      const changed = await changeKeyLimits(ctx, caller, params.id, camelCaseKeys(body));
      return changed.ok ? { msg: REFUSAL_MESSAGES.saved } : onWire(changed);
    },
    'v2.api-keys.revoke': async ({ params, caller }) => {
      const revoked = await revokeApiKey(ctx, caller, params.id);
      return revoked.ok ? { msg: REFUSAL_MESSAGES.deleted } : revoked;
    },
  };
}

function presentKey(key: KnownApiKey, isOn: boolean, now: number) {
  return {
    ...snakeCaseKeys(key),
    scopes: [...key.scopes],
    created_by: key.createdBy ?? '',
    state: stateOf(key, isOn, now),
  };
}

function presentPace(
  key: KnownApiKey,
  use: KeyUse | undefined,
  { now, zone, usual, most }: { now: number; zone: string; usual: number; most: number },
) {
  const today = usedToday(use, localDateOf(now, zone));
  return {
    used_last_minute: usedLastMinute(use, now),
    used_today: today.used,
    refused_today: today.refused,
    ...snakeCaseKeys(limitsInForce(key, { usual, most })),
  };
}

function stateOf({ revokedAt, expiresAt }: KnownApiKey, isOn: boolean, now: number): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt <= now) return 'expired';
  return isOn ? 'active' : 'off';
}
