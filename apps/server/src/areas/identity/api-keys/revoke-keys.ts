/**
 * Revokes the API keys of users who can sign in only through the provider of their customer. Their
 * rights end there, so no administrator here would revoke the keys (docs/adr/0091).
 */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Actor } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { type KeyOwners, listKeysOf, revokeKeys } from './owned-key-queries.ts';

/**
 * Must be called under `lockRights`, so that no key is created at the same time. Returns the number of
 * keys.
 */
export async function revokeKeysOf(
  trx: Executor,
  actor: Actor,
  owners: KeyOwners,
  now: number,
): Promise<number> {
  const keys = await listKeysOf(trx, actor.customerId, owners, now);
  const ids = keys.map(({ id }) => id);
  await revokeKeys(trx, actor.customerId, ids, now);
  for (const { name, prefix } of keys) {
    await writeLog(trx, actor, {
      at: now,
      module: LOG_MODULES.forwarding,
      command: 'revoke api key',
      detail: { name, prefix },
    });
  }
  return keys.length;
}
