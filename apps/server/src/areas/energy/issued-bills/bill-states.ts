/** The groups of a closed period with the state of their bills. */
import { type BillParty, billTotals } from '@busbar/domain/billing/bill-document';
import { taxOfIssuer } from '@busbar/domain/billing/bill-party';
import { done, type Outcome, type Refusal } from '@busbar/domain/refusal';
import type { Amount } from '@busbar/domain/tariff/amount';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findGroupInfo } from '../../fleet/groups/group-queries.ts';
import { wholeCustomer } from '../billing/settlement-service.ts';
import { defaultAddressee } from './bill-parties.ts';
import { type BillIssuer, findIssuer, listAddressees } from './bill-party-queries.ts';
import { type GroupAmount, listBilledGroups, sumBilledGroups } from './billed-group-queries.ts';
import { closedPeriod } from './closed-period.ts';
import { type IssuedBill, listIssuedBills, listOverlaps } from './issued-bill-queries.ts';

export interface BillState {
  readonly groupId: number;
  /** Of an issued bill, the name at the time of issue. */
  readonly groupName: string;
  readonly isDeleted: boolean;
  readonly addressee: BillParty;
  readonly energyWh: number;
  /** Before and after tax. */
  readonly subtotal: Amount;
  readonly total: Amount;
  readonly bill: IssuedBill | null;
  /** The refusal that issuing would return; null if the bill can be issued or was issued. */
  readonly obstacle: Refusal | null;
  /** The bill that contains the group or a part of it. */
  readonly overlaps: string | null;
}

/** The groups directly below the root, and any other group with a bill of the period. */
export async function findBillStates(
  ctx: Context,
  caller: Caller,
  start: string,
): Promise<Outcome<readonly BillState[]>> {
  const { db } = ctx.database;
  const { customerId } = caller;
  const period = await closedPeriod(ctx, db, customerId, start);
  if (!period.ok) return period;
  const root = await wholeCustomer(db, customerId);
  const groups = await listBilledGroups(db, root);
  const scopes = groups.map(({ groupId }) => ({ customerId, groupId }));
  const [sums, bills, overlapping, addressees, issuer, info] = await Promise.all([
    sumBilledGroups(db, scopes, period.value),
    listIssuedBills(db, root, period.value.start),
    listOverlaps(db, customerId, period.value.start),
    listAddressees(db, customerId),
    findIssuer(db, customerId),
    findGroupInfo(db, root),
  ]);
  const covering = new Map(overlapping.map((one) => [one.groupId, one.bill]));
  const toTotal = totalOf(issuer, info.currencyCode);
  const states: BillState[] = [];
  const others = bills.filter(({ groupId }) => groups.every((one) => one.groupId !== groupId));
  for (const { groupId, groupName } of others) {
    groups.push({ groupId, name: groupName, path: [], isDeleted: false });
  }
  for (const group of groups) {
    const { groupId } = group;
    const sum = sums.find((one) => one.groupId === groupId);
    const bill = bills.find((one) => one.groupId === groupId);
    if (group.isDeleted && sum === undefined && bill === undefined) continue;
    const addressee = addressees.find((one) => one.groupId === groupId);
    const overlaps = bill === undefined ? (covering.get(groupId) ?? null) : null;
    states.push({
      groupId,
      groupName: bill?.groupName ?? group.name,
      isDeleted: group.isDeleted,
      addressee: addressee ?? defaultAddressee(group.name),
      energyWh: bill?.energyWh ?? sum?.energyWh ?? 0,
      subtotal: bill?.subtotal ?? sum?.subtotal ?? null,
      total: bill?.total ?? toTotal(sum),
      bill: bill ?? null,
      obstacle: bill === undefined ? obstacleOf(sum, overlaps, issuer) : null,
      overlaps,
    });
  }
  return done(states);
}

function totalOf(issuer: BillIssuer | undefined, currency: string) {
  const tax = issuer === undefined ? null : taxOfIssuer(issuer.taxName, issuer.taxRate);
  return (sum: GroupAmount | undefined): Amount => {
    if (sum === undefined || sum.subtotal === null) return null;
    const parts = [{ amount: sum.subtotal }];
    return billTotals(parts, [], tax, currencyDecimals(currency))?.total ?? null;
  };
}

function obstacleOf(
  sum: GroupAmount | undefined,
  overlaps: string | null,
  issuer: BillIssuer | undefined,
): Refusal | null {
  if (overlaps !== null) return 'bill-overlaps';
  if (sum === undefined) return 'bill-empty';
  if (sum.subtotal === null) return 'period-unpriced';
  return issuer === undefined ? 'bill-issuer-missing' : null;
}
