/** API keys (contract `v2/api-keys.ts`). */
import { parseInstant } from '@busbar/domain/calendar';
import type { Context } from '../../context.ts';
import { type KnownApiKey, listApiKeys } from '../../modules/api-keys/api-key-repository.ts';
import { addApiKey, revokeApiKey } from '../../modules/api-keys/api-key-service.ts';
import { usesPlatformApi } from '../../modules/forwarding/forwarding-repository.ts';
import { SAID } from '../errors.ts';
import { onWire } from '../field-names.ts';
import type { Handlers } from '../handler.ts';

const WIRE_NAMES = { expiresAt: 'expires_at' };

export function apiKeyHandlers(
  ctx: Context,
): Pick<Handlers, 'v2.api-keys' | 'v2.api-keys.add' | 'v2.api-keys.revoke'> {
  return {
    'v2.api-keys': async ({ caller }) => {
      const { db } = ctx.database;
      const isOn = await usesPlatformApi(db, caller.customerId);
      const keys = await listApiKeys(db, caller.customerId);
      const now = ctx.clock.now();
      const list = keys.map((key) => presentKey(key, isOn, now));
      return { data: { list, use_platform_api_flag: isOn } };
    },
    'v2.api-keys.add': async ({ body, caller }) => {
      const made = await addApiKey(ctx, caller, {
        name: body.name,
        scopes: body.scopes,
        expiresAt: parseInstant(body.expires_at, caller.zone),
      });
      if (!made.ok) return onWire(made, WIRE_NAMES);
      const { id, key, prefix, expiresAt } = made.value;
      return { data: { id, key, prefix, expires_at: expiresAt }, msg: SAID.saved };
    },
    'v2.api-keys.revoke': async ({ params, caller }) => {
      const revoked = await revokeApiKey(ctx, caller, params.id);
      return revoked.ok ? { msg: SAID.deleted } : revoked;
    },
  };
}

function presentKey(key: KnownApiKey, isOn: boolean, now: number) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    created_by: key.createdBy ?? '',
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    last_used_address: key.lastUsedAddress,
    revoked_at: key.revokedAt,
    state: stateOf(key, isOn, now),
  };
}

function stateOf({ revokedAt, expiresAt }: KnownApiKey, isOn: boolean, now: number): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt <= now) return 'expired';
  return isOn ? 'active' : 'off';
}
