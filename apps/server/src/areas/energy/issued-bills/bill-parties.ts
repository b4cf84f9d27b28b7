/** Reads and saves the issuer of a customer's bills and the addressee of a group's bills. */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { BillParty } from '@busbar/domain/billing/bill-document';
import { partyProblem, taxOfIssuer, taxProblem } from '@busbar/domain/billing/bill-party';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockSettlement } from '../settlement/settlement-queries.ts';
import {
  type BillIssuer,
  findIssuer,
  listAddressees,
  writeAddressee,
  writeIssuer,
} from './bill-party-queries.ts';
import { findGroupName } from './billed-group-queries.ts';

const NO_ISSUER: BillIssuer = { name: '', address: '', taxNumber: '', taxName: '', taxRate: null };

export interface Issuer extends BillIssuer {
  /** False until the issuer is saved, and therefore no bill can be issued. */
  readonly isSaved: boolean;
}

export async function findBillIssuer(ctx: Context, caller: Caller): Promise<Issuer> {
  const issuer = await findIssuer(ctx.database.db, caller.customerId);
  if (issuer === undefined) return { ...NO_ISSUER, isSaved: false };
  const taxRate = taxOfIssuer(issuer.taxName, issuer.taxRate)?.rate ?? null;
  return { ...issuer, taxRate, isSaved: true };
}

/** Applies to bills that are issued from now on. */
export async function changeBillIssuer(
  ctx: Context,
  caller: Caller,
  given: BillIssuer,
): Promise<Outcome<Issuer>> {
  const taxName = plainText(given.taxName);
  const rate = given.taxRate?.trim() ?? '';
  const issuer = { ...plainParty(given), taxName, taxRate: rate === '' ? null : rate };
  const problem = partyProblem(issuer) ?? taxProblem(taxName, issuer.taxRate);
  if (problem !== undefined) return refused(problem.refusal, problem.field);
  await ctx.database.transaction(async (trx) => {
    await lockSettlement(trx, caller.customerId);
    const before = await findIssuer(trx, caller.customerId);
    await writeIssuer(trx, caller.customerId, issuer);
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.settlement,
      command: 'change bill issuer',
      detail: { before: before ?? null, after: issuer },
    });
  });
  return done(await findBillIssuer(ctx, caller));
}

export interface Addressee extends BillParty {
  readonly groupId: number;
  readonly groupName: string;
}

/** Defaults to the name of the group. */
export async function findBillAddressee(
  ctx: Context,
  caller: Caller,
  group: string | number,
): Promise<Outcome<Addressee>> {
  const { db } = ctx.database;
  const groupId = parseId(group);
  const name =
    groupId === undefined ? undefined : await findGroupName(db, caller.customerId, groupId);
  if (groupId === undefined || name === undefined) return refused('not-found', 'group');
  const [addressee] = await listAddressees(db, caller.customerId, groupId);
  return done({ groupId, groupName: name, ...(addressee ?? defaultAddressee(name)) });
}

export async function changeBillAddressee(
  ctx: Context,
  caller: Caller,
  group: string | number,
  given: BillParty,
): Promise<Outcome<Addressee>> {
  const addressee = plainParty(given);
  const found = await findBillAddressee(ctx, caller, group);
  if (!found.ok) return found;
  const problem = partyProblem(addressee);
  if (problem !== undefined) return refused(problem.refusal, problem.field);
  const { customerId } = caller;
  const { groupId, groupName } = found.value;
  await ctx.database.transaction(async (trx) => {
    await lockSettlement(trx, customerId);
    const [before] = await listAddressees(trx, customerId, groupId);
    await writeAddressee(trx, customerId, groupId, addressee);
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.settlement,
      command: 'change bill addressee',
      detail: { group: groupId, name: groupName, before: before ?? null, after: addressee },
    });
  });
  return findBillAddressee(ctx, caller, groupId);
}

export function defaultAddressee(groupName: string): BillParty {
  return { name: groupName, address: '', taxNumber: '' };
}

function plainParty({ name, address, taxNumber }: BillParty): BillParty {
  return {
    name: plainText(name),
    address: address
      .split(/\r?\n/)
      .map(plainText)
      .filter((line) => line !== '')
      .join('\n'),
    taxNumber: plainText(taxNumber),
  };
}
