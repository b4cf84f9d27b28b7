/**
 * Bills issued to groups for closed settlement periods (docs/adr/0056): the parties, the state of
 * each group's bill, issuing, and the files. An issued bill never changes.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, Id, IdText, Nullable, Text } from '../../shapes.ts';

const Party = {
  name: Type.String(),
  /** Lines joined by line breaks; may be empty. */
  address: Type.String(),
  /** May be empty. */
  tax_number: Type.String(),
};

/** Longer than the service accepts, which reports the field. */
const GivenParty = { name: Text(1000), address: Text(4000), tax_number: Text(1000) };

const Issuer = Type.Object({
  ...Party,
  tax_name: Type.String(),
  /** Percent as decimal text; null for bills without a tax line. */
  tax_rate: Nullable(Type.String()),
  /** False until it is saved; bills are issued after that. */
  saved: Type.Boolean(),
});

const Addressee = Type.Object({ group_id: Type.Integer(), group_name: Type.String(), ...Party });

const IssuedBill = Type.Object({
  id: Type.Integer(),
  number: Type.String(),
  group_id: Type.Integer(),
  /** Names and amounts are those of the time of issue. */
  group_name: Type.String(),
  /** First and last day, `YYYY-MM-DD`, both inclusive. */
  start: Type.String(),
  end: Type.String(),
  currency: Type.String(),
  /** Language of the file. */
  language: Type.String(),
  ept: Type.Number(),
  /** Before tax. */
  subtotal: Type.Number(),
  /** Amount due, with the tax. */
  total: Type.Number(),
  issued_at: Type.Number(),
  issued_by: Type.String(),
});

/** First day of a closed period, `YYYY-MM-DD`. */
const start = Text(20);

const GROUP_IN_QUERY = { at: 'query.group_id', of: 'group', miss: 'not-found' } as const;
const GROUP_IN_BODY = { at: 'body.group_id', of: 'group', miss: 'not-found' } as const;

/** Total to pay that the user has confirmed; refused if it has changed. Absent: any total. */
const ConfirmedTotal = Type.Optional(Type.Number());

export const issuedBillCalls = defineCalls({
  'v2.bill-issuer': {
    method: 'GET',
    path: '/api/v2/bill-issuer',
    summary: 'Issuer of the bills of the customer, with the tax',
    who: 'data.read',
    scope: 'customer',
    effect: 'read',
    answer: { data: Issuer },
    tenantIds: [],
    example: {},
  },
  'v2.bill-issuer.change': {
    method: 'PUT',
    path: '/api/v2/bill-issuer',
    summary: 'Change the issuer and the tax of bills that are issued from now on',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({
      ...GivenParty,
      tax_name: Text(1000),
      /** Percent with at most three decimals; null or empty for bills without a tax line. */
      tax_rate: Nullable(Text(20)),
    }),
    answer: { data: Issuer },
    tenantIds: [],
    example: {
      body: {
        name: 'Harbour Estates Ltd',
        address: 'Quay 5\n20457 Hamburg',
        tax_number: 'DE123456789',
        tax_name: 'VAT',
        tax_rate: '19',
      },
    },
  },
  'v2.bill-addressee': {
    method: 'GET',
    path: '/api/v2/bill-addressee',
    summary: 'Addressee of the bills of a group; defaults to the name of the group',
    who: 'data.read',
    scope: 'customer',
    effect: 'read',
    query: Type.Object({ group_id: IdText }),
    answer: { data: Addressee },
    tenantIds: [GROUP_IN_QUERY],
    example: { query: { group_id: '{group}' } },
  },
  'v2.bill-addressee.change': {
    method: 'PUT',
    path: '/api/v2/bill-addressee',
    summary: 'Change the addressee of bills that are issued to a group from now on',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({ group_id: Id, ...GivenParty }),
    answer: { data: Addressee },
    tenantIds: [GROUP_IN_BODY],
    example: {
      body: { group_id: '{group}', name: 'Bakery Ltd', address: 'Hall 3', tax_number: '' },
    },
  },
  'v2.bills': {
    method: 'GET',
    path: '/api/v2/bills',
    summary: 'Issued bills of the own group, for the root group those of all, newest period first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** First day of a period; defaults to all periods. */
      start: Type.Optional(start),
    }),
    answer: { data: Type.Object({ list: Type.Array(IssuedBill), total: Type.Integer() }) },
    tenantIds: [],
    example: {},
  },
  'v2.bills.groups': {
    method: 'GET',
    path: '/api/v2/bills/groups',
    summary:
      'Groups directly below the root group, now or in the closed period, with the state of their bill of it',
    who: 'data.read',
    scope: 'customer',
    effect: 'read',
    query: Type.Object({ start }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            group_id: Type.Integer(),
            group_name: Type.String(),
            /** True for a group that was deleted after the period. */
            deleted: Type.Boolean(),
            addressee: Type.Object(Party),
            ept: Type.Number(),
            subtotal: Fee,
            total: Fee,
            /** Null if no bill was issued. */
            bill: Nullable(IssuedBill),
            /** The refusal that issuing would return, as in `reason`; empty if there is none. */
            obstacle: Type.String(),
          }),
        ),
      }),
    },
    tenantIds: [],
    example: { query: { start: '2026-10-01' } },
  },
  'v2.bills.issue': {
    method: 'POST',
    path: '/api/v2/bills/issue',
    summary:
      'Issue the bill of a group directly below the root group for a closed period; answers the existing one if it was issued before',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({
      start,
      group_id: Id,
      total: ConfirmedTotal,
      /** Language of the file; defaults to that of the caller's messages. */
      language: Type.Optional(Text(10)),
    }),
    answer: {
      data: Type.Object({
        group_id: Type.Integer(),
        number: Type.String(),
        /** False if the bill had been issued before. */
        issued_now: Type.Boolean(),
      }),
    },
    tenantIds: [GROUP_IN_BODY],
    example: { body: { start: '2026-10-01', group_id: '{group}' } },
  },
  'v2.bills.issue-all': {
    method: 'POST',
    path: '/api/v2/bills/issue-all',
    summary:
      'Issue all missing bills of the groups directly below the root group; a refusal of one does not stop the others',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({ start, total: ConfirmedTotal, language: Type.Optional(Text(10)) }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            group_id: Type.Integer(),
            group_name: Type.String(),
            /** Null if the bill was refused. */
            number: Nullable(Type.String()),
            /** True if this request issued it. */
            issued_now: Type.Boolean(),
            /** The reason as in a refusal; empty if there is a bill. */
            reason: Type.String(),
          }),
        ),
      }),
    },
    tenantIds: [],
    example: { body: { start: '2026-10-01' } },
  },
  'v2.bills.file': {
    method: 'GET',
    path: '/api/v2/bills/:id/file',
    summary: 'The file of an issued bill',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: {},
    file: ['application/pdf'],
    tenantIds: [{ at: 'params.id', of: 'issued-bill', miss: 'not-found' }],
    example: { params: { id: '{issued-bill}' } },
  },
  'v2.bills.archive': {
    method: 'GET',
    path: '/api/v2/bills/archive',
    summary:
      'All issued bills of a period, of the own group, for the root group those of all, as one ZIP',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ start }),
    answer: {},
    file: ['application/zip'],
    tenantIds: [],
    example: { query: { start: '2026-10-01' } },
  },
});
