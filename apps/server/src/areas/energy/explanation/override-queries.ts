/** Decisions by administrators about register steps; they are never deleted. */
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { StepOverride } from '@busbar/domain/energy/fold-device';
import type { Caller } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { DeviceKey } from '../ledger/device-key.ts';

export interface KnownOverride {
  readonly id: number;
  readonly deviceId: number;
  readonly channel: EnergyChannel | null;
  /** Time of the reading that ends the step, epoch ms. */
  readonly at: number;
  readonly decision: StepOverride['decision'];
  readonly energyWh: number | null;
  readonly reason: string;
  readonly decidedBy: string | null;
  readonly decidedAt: number;
  readonly withdrawnBy: string | null;
  /** Null while the decision is in force. */
  readonly withdrawnAt: number | null;
  readonly withdrawalReason: string | null;
}

function overrides(db: Executor, customerId: number) {
  return db
    .selectFrom('energy_override as o')
    .leftJoin('user_account as decider', (join) =>
      join
        .onRef('decider.customer_id', '=', 'o.customer_id')
        .onRef('decider.user_id', '=', 'o.decided_by'),
    )
    .leftJoin('user_account as withdrawer', (join) =>
      join
        .onRef('withdrawer.customer_id', '=', 'o.customer_id')
        .onRef('withdrawer.user_id', '=', 'o.withdrawn_by'),
    )
    .where('o.customer_id', '=', customerId)
    .select([
      'o.energy_override_id as id',
      'o.device_id as deviceId',
      'o.channel',
      'o.register_ts as at',
      'o.decision',
      'o.energy_wh as energyWh',
      'o.reason',
      'decider.user_name as decidedBy',
      'o.decided_at as decidedAt',
      'withdrawer.user_name as withdrawnBy',
      'o.withdrawn_at as withdrawnAt',
      'o.withdrawal_reason as withdrawalReason',
    ]);
}

/** Returns the decisions for a device: newest reading first, then newest decision first. */
export async function listOverrides(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
): Promise<KnownOverride[]> {
  return overrides(db, customerId)
    .where('o.device_id', '=', deviceId)
    .orderBy('o.register_ts', 'desc')
    .orderBy('o.energy_override_id', 'desc')
    .execute();
}

export async function findOverride(
  db: Executor,
  customerId: number,
  id: number,
): Promise<KnownOverride | undefined> {
  return overrides(db, customerId).where('o.energy_override_id', '=', id).executeTakeFirst();
}

export interface ReasonedOverride extends StepOverride {
  readonly reason: string;
}

/** Returns the id of the decision; undefined if a decision exists for the same step. */
export async function insertOverride(
  trx: Executor,
  { customerId, userId }: Caller,
  deviceId: number,
  { channel, at, decision, energyWh, reason }: ReasonedOverride,
  now: number,
): Promise<number | undefined> {
  const row = await trx
    .insertInto('energy_override')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      channel,
      register_ts: instant(at),
      decision,
      energy_wh: decision === 'set' ? energyWh : null,
      reason,
      decided_by: userId,
      decided_at: instant(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('energy_override_id as id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Returns the time of the register that the decision was about, which a late register may have
 * moved; undefined if it was already withdrawn.
 */
export async function markWithdrawn(
  trx: Executor,
  { customerId, userId }: Caller,
  id: number,
  reason: string,
  now: number,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('energy_override')
    .set({ withdrawn_by: userId, withdrawn_at: instant(now), withdrawal_reason: reason })
    .where('customer_id', '=', customerId)
    .where('energy_override_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('register_ts as at')
    .executeTakeFirst();
  return row?.at;
}
