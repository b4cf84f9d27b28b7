/**
 * Energy corrections for meters whose settings have changed: registers decoded with another ratio,
 * profile or station are not comparable with earlier ones, so the step between them must not be
 * billed. An administrator can see and withdraw the correction.
 */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';

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
      await ignoreStep(trx, next.get(deviceId)!, now);
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

/** A device without earlier registers needs no correction. */
async function ignoreStep(
  trx: Executor,
  { customerId, deviceId, at }: RevisedRegisters,
  now: number,
): Promise<void> {
  const earlier = (table: string) => sql`exists (select from ${sql.table(table)} e
    where e.customer_id = m.customer_id and e.device_id = m.device_id and e.ts < ${instant(at)})`;
  await sql`
    insert into energy_override
      (customer_id, device_id, register_ts, decision, reason, decided_by, decided_at)
    select m.customer_id, m.device_id, ${instant(at)}, 'ignore', m.change_reason, m.changed_by,
      ${instant(now)}
    from line_meter m
    where m.customer_id = ${customerId} and m.device_id = ${deviceId}
      and (${earlier('energy_register')} or ${earlier('energy_register_quarter')})
    on conflict do nothing`.execute(trx);
}
