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
import { type GroupAmount, listTenants, sumTenants } from './billed-group-queries.ts';
import { closedPeriod } from './closed-period.ts';
import { type IssuedBill, listIssuedBills } from './issued-bill-queries.ts';

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
}

/** The groups directly below the root group, and those that were when energy was used. */
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
  const groups = await listTenants(db, root, period.value.start);
  const [sums, bills, addressees, issuer, info] = await Promise.all([
    sumTenants(db, customerId, period.value.start),
    listIssuedBills(db, root, period.value.start),
    listAddressees(db, customerId),
    findIssuer(db, customerId),
    findGroupInfo(db, root),
  ]);
  const toTotal = totalOf(issuer, info.currencyCode);
  const states: BillState[] = [];
  for (const group of groups) {
    const { groupId } = group;
    const sum = sums.find((one) => one.groupId === groupId);
    const bill = bills.find((one) => one.groupId === groupId);
    const addressee = addressees.find((one) => one.groupId === groupId);
    states.push({
      groupId,
      groupName: bill?.groupName ?? group.name,
      isDeleted: group.isDeleted,
      addressee: addressee ?? defaultAddressee(group.name),
      energyWh: bill?.energyWh ?? sum?.energyWh ?? 0,
      subtotal: bill?.subtotal ?? sum?.subtotal ?? null,
      total: bill?.total ?? toTotal(sum),
      bill: bill ?? null,
      obstacle: bill === undefined ? obstacleOf(sum, issuer) : null,
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

function obstacleOf(sum: GroupAmount | undefined, issuer: BillIssuer | undefined): Refusal | null {
  if (sum === undefined) return 'bill-empty';
  if (sum.subtotal === null) return 'period-unpriced';
  return issuer === undefined ? 'bill-issuer-missing' : null;
}
