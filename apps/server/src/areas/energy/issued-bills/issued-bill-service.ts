/** Issued bills of the caller's group, in the root group those of all groups, and their documents. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { parseLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { findDocument, type IssuedBill, listIssuedBills } from './issued-bill-queries.ts';

/** `start` is the first day of a period; defaults to all periods. */
export async function findIssuedBills(
  ctx: Context,
  caller: Caller,
  start: string | undefined,
): Promise<Outcome<readonly IssuedBill[]>> {
  const day = start === undefined ? undefined : parseLocalDate(start);
  if (start !== undefined && day === undefined) return refused('date-invalid', 'start');
  return done(await listIssuedBills(ctx.database.db, caller, day));
}

export async function findBillDocument(
  ctx: Context,
  caller: Caller,
  id: string | number,
): Promise<Outcome<BillDocument>> {
  const billId = parseId(id);
  const document =
    billId === undefined ? undefined : await findDocument(ctx.database.db, caller, billId);
  return document === undefined ? refused('not-found', 'id') : done(document);
}
