/**
 * Settlement settings of a customer, and the periods with fixed bounds. The bounds are fixed when a
 * period closes, or when the settlement day changes during the period: `closed_at` is then infinity
 * until it closes.
 */
import type { SettlementPeriod, SettlementPlan } from '@busbar/domain/billing/settlement-period';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface OpenPeriod extends SettlementPeriod {
  /** Epoch ms; null if the bounds are fixed but the period is not closed. */
  readonly closedAt: number | null;
  /** The user who closed it; null if the platform did. */
  readonly closedBy: string | null;
}

export interface Settlement extends SettlementPlan {
  readonly zone: string;
  /** Time at which the customer was created, epoch ms. */
  readonly createdAt: number;
  readonly standing: readonly OpenPeriod[];
}

export async function readSettlement(db: Executor, customerId: number): Promise<Settlement> {
  const customer = await db
    .selectFrom('customer')
    .innerJoin('zone', 'zone.zone_id', 'customer.zone_id')
    .where('customer_id', '=', customerId)
    .select([
      'customer.settlement_day as settlementDay',
      'customer.created_at as createdAt',
      'zone.iana_name as zone',
    ])
    .executeTakeFirstOrThrow();
  const standing = await db
    .selectFrom('settlement_period as period')
    .leftJoin('user_account as account', (join) =>
      join
        .onRef('account.customer_id', '=', 'period.customer_id')
        .onRef('account.user_id', '=', 'period.closed_by'),
    )
    .where('period.customer_id', '=', customerId)
    .select([
      'period.start_day as start',
      'period.end_day as end',
      'period.closed_at as closedAt',
      'account.user_name as closedBy',
    ])
    .orderBy('period.start_day')
    .execute();
  return {
    ...customer,
    standing: standing.map((period) => ({
      ...period,
      closedAt: period.closedAt === Number.POSITIVE_INFINITY ? null : period.closedAt,
    })),
  };
}

/**
 * Serializes the settlement transactions of a customer, whether started by a user, a job or the
 * ledger. Rows that reference the customer can still be written.
 */
export async function lockSettlement(trx: Executor, customerId: number): Promise<void> {
  await sql`select 1 from customer where customer_id = ${customerId} for no key update`.execute(
    trx,
  );
}

export async function writeSettlementDay(
  trx: Executor,
  customerId: number,
  day: number,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ settlement_day: day, organisation_checked: true })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Fixes the bounds of a period; does nothing if they are fixed already. */
export async function storeBounds(
  trx: Executor,
  customerId: number,
  { start, end }: SettlementPeriod,
): Promise<void> {
  await sql`insert into settlement_period (customer_id, start_day, end_day, closed_at, closed_by)
    values (${customerId}, ${start}::date, ${end}::date, 'infinity', null)
    on conflict (customer_id, start_day) do nothing`.execute(trx);
}

export async function markClosed(
  trx: Executor,
  customerId: number,
  { start, end }: SettlementPeriod,
  at: number,
  by: number | null,
): Promise<void> {
  await trx
    .insertInto('settlement_period')
    .values({
      customer_id: customerId,
      start_day: start,
      end_day: end,
      closed_at: instant(at),
      closed_by: by,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'start_day'])
        .doUpdateSet({ closed_at: instant(at), closed_by: by }),
    )
    .execute();
}

/** Returns the active customers. */
export async function listSettlingCustomers(db: Executor): Promise<number[]> {
  const rows = await db
    .selectFrom('customer')
    .where('state', '=', 'active')
    .select('customer_id')
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/** The customer's root group. */
export async function rootGroupOf(db: Executor, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('user_group')
    .where('customer_id', '=', customerId)
    .where('parent_id', 'is', null)
    .select('group_id')
    .executeTakeFirstOrThrow();
  return row.group_id;
}
