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

/** Bills of the groups in the scope, as the tree is now. */
const inScope = ({ customerId, groupId }: Scope) => sql`
  from issued_bill bill
  join user_group g on g.customer_id = bill.customer_id and g.group_id = bill.group_id
  left join user_account account on account.customer_id = bill.customer_id
    and account.user_id = bill.issued_by
  where bill.customer_id = ${customerId} and g.path @> array[${groupId}::integer]`;

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

export interface Overlap {
  readonly groupId: number;
  /** Group and number of a bill that contains energy of the group. */
  readonly bill: string;
}

/**
 * Groups, or one group, of which a bill of another group contains energy of the period: it was used
 * in both groups, one of which was below the other at that time.
 */
export async function listOverlaps(
  db: Executor,
  customerId: number,
  start: LocalDate,
  groupId?: number,
): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select distinct on (part.id) part.id as "groupId",
      bill.group_name || ' (' || bill.number || ')' as bill
    from (
      select group_path from bill_line
      where customer_id = ${customerId} and start_day = ${start}::date
      union
      select group_path from bill_adjustment
      where customer_id = ${customerId} and in_start_day = ${start}::date
    ) place
    cross join unnest(place.group_path) part(id)
    join issued_bill bill on bill.customer_id = ${customerId}
      and bill.start_day = ${start}::date and bill.group_id = any(place.group_path)
      and bill.group_id <> part.id
    ${groupId === undefined ? sql`` : sql`where part.id = ${groupId}`}
    order by part.id, bill.issued_bill_id`.execute(db);
  return rows;
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
