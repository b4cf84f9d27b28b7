/**
 * Energy corrections for meters whose settings have changed: registers decoded with another ratio,
 * profile or station are not comparable with earlier ones, so the step between them must not be
 * billed. An administrator can see and withdraw the correction.
 */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import { ignoreStep } from './ignore-step-queries.ts';

/** The user who changed the settings of the meter, and why. */
const BY_USER = { reason: sql`m.change_reason`, decidedBy: sql`m.changed_by` };

/** Registers that were decoded by the settings of a revision. */
export interface RevisedRegisters {
  readonly customerId: number;
  readonly deviceId: number;
  readonly revision: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Must be called in the transaction that stores the registers. */
export async function applyMeterRevisions(
  trx: Executor,
  registers: readonly RevisedRegisters[],
  now: number,
): Promise<void> {
  const waiting = firstOfRevisions(registers);
  while (waiting.size > 0) {
    const next = new Map<number, RevisedRegisters>();
    for (const [deviceId, list] of waiting) {
      next.set(deviceId, list.shift()!);
      if (list.length === 0) waiting.delete(deviceId);
    }
    for (const { deviceId } of await storeRevisions(trx, [...next.values()])) {
      await ignoreStep(trx, next.get(deviceId)!, BY_USER, now, sql`line_meter m`);
    }
  }
}

/** Returns the first registers of each revision by device, in the order of their times. */
function firstOfRevisions(registers: readonly RevisedRegisters[]): Map<number, RevisedRegisters[]> {
  const byDevice = new Map<number, RevisedRegisters[]>();
  for (const one of registers.toSorted((a, b) => a.at - b.at)) {
    const list = byDevice.get(one.deviceId) ?? [];
    byDevice.set(one.deviceId, list);
    if (list.at(-1)?.revision !== one.revision) list.push(one);
  }
  return byDevice;
}

/** Returns the meters whose last registers had another revision, or which had none. */
async function storeRevisions(trx: Executor, revised: readonly RevisedRegisters[]) {
  return overCustomers(
    trx,
    customersOf(revised),
    (within) => sql<{ deviceId: number }>`
    update line_meter m set stored_revision = w.revision
    from unnest(${revised.map(({ customerId }) => customerId)}::int4[],
      ${revised.map(({ deviceId }) => deviceId)}::int4[],
      ${revised.map(({ revision }) => revision)}::int8[]) as w (customer_id, device_id, revision)
    where m.customer_id = w.customer_id and m.device_id = w.device_id
      and m.stored_revision is distinct from w.revision
      and ${within('m')} and ${within('w')}
    returning m.device_id as "deviceId"`,
  );
}
