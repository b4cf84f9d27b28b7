/** An energy correction that counts nothing for the step to registers that cannot be compared. */
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface RegistersOfDevice {
  readonly customerId: number;
  readonly deviceId: number;
  /** Epoch ms. */
  readonly at: number;
}

/** A device without earlier registers needs no correction. */
export async function ignoreStep(
  trx: Executor,
  { customerId, deviceId, at }: RegistersOfDevice,
  decision: { readonly reason: RawBuilder<unknown>; readonly decidedBy: RawBuilder<unknown> },
  now: number,
  from: RawBuilder<unknown> = sql`device_state m`,
): Promise<void> {
  const earlier = (table: string) => sql`exists (select from ${sql.table(table)} e
    where e.customer_id = m.customer_id and e.device_id = m.device_id and e.ts < ${instant(at)})`;
  await sql`
    insert into energy_override
      (customer_id, device_id, register_ts, decision, reason, decided_by, decided_at)
    select m.customer_id, m.device_id, ${instant(at)}, 'ignore', ${decision.reason},
      ${decision.decidedBy}, ${instant(now)}
    from ${from}
    where m.customer_id = ${customerId} and m.device_id = ${deviceId}
      and (${earlier('energy_register')} or ${earlier('energy_register_quarter')})
    on conflict do nothing`.execute(trx);
}
