/** Issued bills. Rows are only added; the database refuses to change or delete them. */
import type { BillDocument, BillTotals } from '@busbar/domain/billing/bill-document';
import type { LocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface IssuedBill extends Pick<BillTotals, 'subtotal' | 'total'> {
  readonly id: number;
  readonly number: string;
  readonly groupId: number;
  /** Name of the group at the time of issue. */
  readonly groupName: string;
  readonly start: LocalDate;
  readonly end: LocalDate;
  readonly currency: string;
  readonly language: string;
  readonly energyWh: number;
  readonly issuedAt: number;
  /** The user; null for a deleted account. */
  readonly issuedBy: string | null;
}

const COLUMNS = sql`bill.issued_bill_id as id, bill.number, bill.group_id as "groupId",
  bill.group_name as "groupName", bill.start_day as start,
  bill.document->'period'->>'end' as "end", bill.document->>'currency' as currency, bill.language,
  (bill.document->'subtotal')::bigint as subtotal, (bill.document->'total')::bigint as total,
  (select coalesce(sum((device->'energyWh')::bigint), 0)
    from jsonb_array_elements(bill.document->'devices') device)::bigint as "energyWh",
  bill.issued_at as "issuedAt", account.user_name as "issuedBy"`;

/**
 * Bills of the group of the caller; the root group has those of all. A group that a tenant moves
 * into does not see the bills of the time before.
 */
const inScope = ({ customerId, groupId }: Scope) => sql`
  from issued_bill bill
  left join user_account account on account.customer_id = bill.customer_id
    and account.user_id = bill.issued_by
  where bill.customer_id = ${customerId} and (bill.group_id = ${groupId} or exists (
    select 1 from user_group root where root.customer_id = ${customerId}
      and root.group_id = ${groupId} and root.parent_id is null))`;

/** Newest period first, then by number. */
export async function listIssuedBills(
  db: Executor,
  scope: Scope,
  start: LocalDate | undefined,
): Promise<IssuedBill[]> {
  const { rows } = await sql<IssuedBill>`
    select ${COLUMNS} ${inScope(scope)}
      ${start === undefined ? sql`` : sql`and bill.start_day = ${start}::date`}
    order by bill.start_day desc, bill.issued_bill_id`.execute(db);
  return rows;
}

/** Returns undefined for a bill of a group outside the scope, as for an unknown id. */
export async function findDocument(
  db: Executor,
  scope: Scope,
  id: number,
): Promise<BillDocument | undefined> {
  const { rows } = await sql<{ document: BillDocument }>`
    select bill.document ${inScope(scope)} and bill.issued_bill_id = ${id}`.execute(db);
  return rows[0]?.document;
}

/** Returns the number of the group's own bill of the period, if it was issued. */
export async function findBillNumber(
  db: Executor,
  customerId: number,
  groupId: number,
  start: LocalDate,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('issued_bill')
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .where('start_day', '=', start)
    .select('number')
    .executeTakeFirst();
  return row?.number;
}

/** Highest serial of a year; only valid while the settlement of the customer is locked. */
export async function readLastSerial(
  trx: Executor,
  customerId: number,
  year: string,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(split_part(number, '-', 2)::integer), 0) as last from issued_bill
    where customer_id = ${customerId} and number like ${`${year}-%`}`.execute(trx);
  return rows[0]!.last;
}

interface NewBill {
  readonly groupId: number;
  readonly issuedAt: number;
  readonly issuedBy: number;
}

export async function insertBill(
  trx: Executor,
  customerId: number,
  document: BillDocument,
  { groupId, issuedAt, issuedBy }: NewBill,
): Promise<void> {
  await trx
    .insertInto('issued_bill')
    .values({
      customer_id: customerId,
      number: document.number,
      group_id: groupId,
      group_name: document.groupName,
      start_day: document.period.start,
      language: document.language,
      document: JSON.stringify(document),
      issued_at: instant(issuedAt),
      issued_by: issuedBy,
    })
    .execute();
}
