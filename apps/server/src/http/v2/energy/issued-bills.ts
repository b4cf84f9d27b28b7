/** v2 calls for bills issued to groups. */
import type { issuedBillCalls } from '@busbar/contract/v2/energy/issued-bills';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { addDays } from '@busbar/domain/local-date';
import { isNotificationLanguage } from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { findBillArchive, findBillFile } from '../../../areas/energy/issued-bills/bill-archive.ts';
import {
  type Addressee,
  changeBillAddressee,
  changeBillIssuer,
  findBillAddressee,
  findBillIssuer,
  type Issuer,
} from '../../../areas/energy/issued-bills/bill-parties.ts';
import { type BillState, findBillStates } from '../../../areas/energy/issued-bills/bill-states.ts';
import { type IssueResult, issueAllBills } from '../../../areas/energy/issued-bills/issue-all.ts';
import { type IssueRequest, issueBill } from '../../../areas/energy/issued-bills/issue-bill.ts';
import type { IssuedBill } from '../../../areas/energy/issued-bills/issued-bill-queries.ts';
import { findIssuedBills } from '../../../areas/energy/issued-bills/issued-bill-service.ts';
import { readProfile } from '../../../areas/messaging/notifications/settings-queries.ts';
import { parseId } from '../../../areas/shared/identifier.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { kwh, money } from '../../present/present-energy.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { group: 'group_id' };

export function issuedBillHandlers(ctx: Context): HandlersOf<typeof issuedBillCalls> {
  return {
    'v2.bill-issuer': async ({ caller }) => ({
      data: presentIssuer(await findBillIssuer(ctx, caller)),
    }),
    'v2.bill-issuer.change': async ({ body, caller }) => {
      const changed = await changeBillIssuer(ctx, caller, {
        name: body.name,
        address: body.address,
        taxNumber: body.tax_number,
        taxName: body.tax_name,
        taxRate: body.tax_rate,
      });
      return changed.ok
        ? { data: presentIssuer(changed.value), msg: REFUSAL_MESSAGES.saved }
        : onWire(changed);
    },
    'v2.bill-addressee': async ({ query, caller }) => {
      const found = await findBillAddressee(ctx, caller, query.group_id);
      return found.ok ? { data: presentAddressee(found.value) } : onWire(found, WIRE_NAMES);
    },
    'v2.bill-addressee.change': async ({ body, caller }) => {
      const { name, address, tax_number: taxNumber } = body;
      const given = { name, address, taxNumber };
      const changed = await changeBillAddressee(ctx, caller, body.group_id, given);
      return changed.ok
        ? { data: presentAddressee(changed.value), msg: REFUSAL_MESSAGES.saved }
        : onWire(changed, WIRE_NAMES);
    },
    'v2.bills': async ({ query, caller }) => {
      const found = await findIssuedBills(ctx, caller, query.start);
      if (!found.ok) return found;
      return { data: { list: found.value.map(presentOwn(caller)), total: found.value.length } };
    },
    'v2.bills.groups': async ({ query, caller }) => {
      const found = await findBillStates(ctx, caller, query.start);
      return found.ok ? { data: { list: found.value.map(presentState) } } : found;
    },
    'v2.bills.issue': async ({ body, caller }) => {
      const request = await requestOf(caller, body);
      if (!request.ok) return request;
      const groupId = parseId(body.group_id);
      if (groupId === undefined) return refused('not-found', 'group_id');
      const issued = await issueBill(ctx, caller, groupId, request.value);
      if (!issued.ok) return onWire(issued, WIRE_NAMES);
      const { number, isNew } = issued.value;
      return {
        data: { group_id: groupId, number, issued_now: isNew },
        msg: REFUSAL_MESSAGES.saved,
      };
    },
    'v2.bills.issue-all': async ({ body, caller }) => {
      const request = await requestOf(caller, body);
      if (!request.ok) return request;
      const issued = await issueAllBills(ctx, caller, request.value);
      return issued.ok
        ? { data: { list: issued.value.map(presentResult) }, msg: REFUSAL_MESSAGES.saved }
        : issued;
    },
    'v2.bills.file': async ({ params, caller, facts }) => {
      const found = await findBillFile(ctx, caller, params.id, facts.signal);
      if (!found.ok) return found;
      return { bytes: { ...found.value, contentType: 'application/pdf' } };
    },
    'v2.bills.archive': async ({ query, caller, facts }) => {
      const found = await findBillArchive(ctx, caller, query.start, facts.signal);
      if (!found.ok) return found;
      return {
        stream: found.value,
        as: { name: `bills-${query.start}.zip`, contentType: 'application/zip' },
      };
    },
  };

  async function requestOf(
    caller: Caller,
    given: {
      readonly start: string;
      readonly language?: string | undefined;
      readonly total?: number | undefined;
    },
  ): Promise<Outcome<IssueRequest>> {
    const language = given.language ?? (await readProfile(ctx.database.db, caller)).language;
    if (!isNotificationLanguage(language)) return refused('language-unknown', 'language');
    const total = given.total === undefined ? undefined : Math.round(given.total * 100);
    return done({ start: given.start, language, total });
  }
}

const presentIssuer = ({ isSaved, ...issuer }: Issuer) => ({
  saved: isSaved,
  ...pickSnakeCase(issuer, 'name', 'address', 'taxNumber', 'taxName', 'taxRate'),
});

const presentAddressee = (addressee: Addressee) =>
  pickSnakeCase(addressee, 'groupId', 'groupName', 'name', 'address', 'taxNumber');

const presentBill = (bill: IssuedBill) => ({
  end: addDays(bill.end, -1),
  ept: kwh(bill.energyWh),
  subtotal: bill.subtotal / 100,
  total: bill.total / 100,
  issued_by: bill.issuedBy ?? '',
  ...pickSnakeCase(bill, 'id', 'number', 'groupId', 'groupName', 'start'),
  ...pickSnakeCase(bill, 'currency', 'language', 'issuedAt'),
});

/** Account names of the customer are not shown to its tenants. */
const presentOwn = (caller: Caller) => (bill: IssuedBill) => ({
  ...presentBill(bill),
  ...(caller.isInRootGroup === true ? {} : { issued_by: '' }),
});

const presentState = (state: BillState) => ({
  deleted: state.isDeleted,
  addressee: pickSnakeCase(state.addressee, 'name', 'address', 'taxNumber'),
  ept: kwh(state.energyWh),
  subtotal: money(state.subtotal),
  total: money(state.total),
  bill: state.bill === null ? null : presentBill(state.bill),
  obstacle: state.obstacle ?? '',
  ...pickSnakeCase(state, 'groupId', 'groupName'),
});

const presentResult = ({ refusal, isNew, ...result }: IssueResult) => ({
  issued_now: isNew,
  reason: refusal?.refusal ?? '',
  ...pickSnakeCase(result, 'groupId', 'groupName', 'number'),
});
