/**
 * Issues the bill of a group for a closed settlement period (docs/adr/0056): numbers it without
 * gaps and stores it as a document that never changes. The bill contains what was used in the group
 * and the groups below it while it was directly below the root group. Issuing is serialized with
 * settlement by the lock of the customer.
 */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { type BillDocument, billTotals } from '@busbar/domain/billing/bill-document';
import { taxOfIssuer } from '@busbar/domain/billing/bill-party';
import { billNumber } from '@busbar/domain/billing/issued-bill';
import { localDateOf, parseLocalDate } from '@busbar/domain/local-date';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findGroupInfo } from '../../fleet/groups/group-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import type { BilledPeriod } from '../billing/bill-queries.ts';
import { lastDayOf, wholeCustomer } from '../billing/settlement-service.ts';
import { lockSettlement } from '../settlement/settlement-queries.ts';
import { readBillContent } from './bill-content.ts';
import { defaultAddressee } from './bill-parties.ts';
import { findIssuer, listAddressees } from './bill-party-queries.ts';
import { findGroupName, listTenants, type Tenant } from './billed-group-queries.ts';
import { closedPeriod } from './closed-period.ts';
import { findBillNumber, insertBill, readLastSerial } from './issued-bill-queries.ts';

export interface IssueRequest {
  /** First day of the period. */
  readonly start: string;
  readonly language: NotificationLanguage;
  /** Minor units: the total that the user has confirmed; absent: any total is issued. */
  readonly total?: number | undefined;
}

export interface Issued {
  readonly groupId: number;
  readonly number: string;
  /** False if the bill had been issued before. */
  readonly isNew: boolean;
}

/** A group that already has its bill of the period keeps it: the request can be repeated. */
export function issueBill(
  ctx: Context,
  caller: Caller,
  groupId: number,
  { start, language, total: confirmed }: IssueRequest,
): Promise<Outcome<Issued>> {
  const { customerId } = caller;
  if (parseLocalDate(start) === undefined) return Promise.resolve(refused('date-invalid', 'start'));
  return ctx.database.transaction(async (trx): Promise<Outcome<Issued>> => {
    await lockSettlement(trx, customerId);
    const root = await wholeCustomer(trx, customerId);
    if ((await findGroupName(trx, customerId, groupId)) === undefined) {
      return refused('not-found', 'group');
    }
    const period = await closedPeriod(ctx, trx, customerId, start);
    if (!period.ok) return period;
    const tenants = await listTenants(trx, root, period.value.start);
    const group = tenants.find((tenant) => tenant.groupId === groupId);
    if (group === undefined) return refused('bill-group-invalid', 'group');
    const existing = await findBillNumber(trx, customerId, groupId, period.value.start);
    if (existing !== undefined) return done({ groupId, number: existing, isNew: false });
    const document = await composeDocument(ctx, trx, root, {
      group,
      language,
      period: period.value,
    });
    if (!document.ok) return document;
    const { number, subtotal, total } = document.value;
    if (confirmed !== undefined && confirmed !== total) return refused('bill-changed', 'total');
    await insertBill(trx, customerId, document.value, {
      groupId,
      issuedAt: ctx.clock.now(),
      issuedBy: caller.userId,
    });
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.settlement,
      command: 'issue bill',
      detail: {
        number,
        group: groupId,
        name: group.name,
        start: period.value.start,
        end: lastDayOf(period.value),
        subtotal,
        total,
      },
    });
    return done({ groupId, number, isNew: true });
  });
}

interface Composed {
  readonly group: Tenant;
  readonly language: NotificationLanguage;
  readonly period: BilledPeriod;
}

async function composeDocument(
  ctx: Context,
  trx: Executor,
  root: Scope,
  { group, language, period }: Composed,
): Promise<Outcome<BillDocument>> {
  const { customerId } = root;
  const issuer = await findIssuer(trx, customerId);
  if (issuer === undefined) return refused('bill-issuer-missing');
  const { taxName, taxRate, ...issuerParty } = issuer;
  const { start, end } = period;
  const { groupId } = group;
  const content = await readBillContent(trx, { customerId, groupId }, period);
  if (content.devices.length + content.adjustments.length === 0) {
    return refused('bill-empty', 'group');
  }
  const { currencyCode, zone } = await findGroupInfo(trx, root);
  const tax = taxOfIssuer(taxName, taxRate);
  const decimals = currencyDecimals(currencyCode);
  const totals = billTotals(content.devices, content.adjustments, tax, decimals);
  if (totals === undefined) return refused('period-unpriced', 'start');
  const [saved] = await listAddressees(trx, customerId, groupId);
  const { name, address, taxNumber } = saved ?? defaultAddressee(group.name);
  const issuedOn = localDateOf(ctx.clock.now(), zone);
  const last = await readLastSerial(trx, customerId, issuedOn.slice(0, 4));
  return done({
    number: billNumber(issuedOn, last + 1),
    issuedOn,
    issuer: issuerParty,
    addressee: { name, address, taxNumber },
    groupName: group.name,
    period: { start, end },
    currency: currencyCode,
    ...content,
    ...totals,
    language,
  });
}
