/** The audit trail: user, action, address, values before and after; hash chain and export file. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

const Filters = {
  /** `YYYY-MM-DD HH:mm:ss` in the customer's time zone or milliseconds; half-open. */
  start: Type.Optional(Text(40)),
  end: Type.Optional(Text(40)),
  user_id: Type.Optional(IdText),
  device_code: Type.Optional(IdText),
  module: Type.Optional(Text(100)),
  command: Type.Optional(Text(100)),
  /**
   * Done, selected, the current state of a command, `refused` for every refusal, or a specific
   * refusal.
   */
  status: Type.Optional(Text(60)),
  /** access: sign-in, sign-out, passwords, downloaded files; operation: everything else. */
  kind: Type.Optional(Type.Union([Type.Literal('operation'), Type.Literal('access')])),
  /** Substring of user, device, address, command, status or detail. */
  text: Type.Optional(Text(100)),
};

const Entry = Type.Object({
  id: Type.Integer(),
  /** Number in the chain; null until the row is sealed, about one second. */
  seq: Nullable(Type.Integer()),
  time: Type.String(),
  ts: Type.Number(),
  kind: Type.String(),
  user_id: Nullable(Type.Integer()),
  user_name: Type.String(),
  client_address: Type.String(),
  /** Identifier that distinguishes sessions but grants no access; empty if there was no session. */
  session: Type.String(),
  module: Type.String(),
  command: Type.String(),
  /** The status as it was written and sealed. */
  status: Type.String(),
  /** Current state of the command; null if the entry has no command. */
  command_state: Nullable(Type.String()),
  device_code: Type.String(),
  device_name: Type.String(),
  command_id: Nullable(Type.String()),
  /** Context of the action: values before and after, reason, channel. */
  detail: Type.Record(Type.String(), Type.Unknown()),
});

export const auditCalls = defineCalls({
  'v2.audit-trail': {
    method: 'GET',
    path: '/api/v2/audit',
    summary: 'Audit trail of the own group and below',
    who: 'audit.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      ...Filters,
      /** Selects one entry by its id. */
      id: Type.Optional(IdText),
      sort: Type.Optional(
        Type.Union([
          Type.Literal('time'),
          Type.Literal('user'),
          Type.Literal('module'),
          Type.Literal('command'),
          Type.Literal('device'),
          Type.Literal('status'),
        ]),
      ),
      order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    }),
    answer: {
      data: Type.Object({
        list: Type.Array(Entry),
        /** Number of entries, counted up to 100,000. */
        total: Type.Integer(),
        /**
         * For a search by `text`: list and total cover the entries from this time on; older entries
         * have not been searched. To continue, request with `end` set to this `ts`. Null if the
         * whole span was searched.
         */
        searched_from: Nullable(Type.Object({ time: Type.String(), ts: Type.Number() })),
      }),
    },
    tenantIds: [
      { at: 'query.user_id', of: 'user', miss: 'empty' },
      { at: 'query.device_code', of: 'device', miss: 'empty' },
      { at: 'query.id', of: 'log-entry', miss: 'empty' },
    ],
    example: { query: { pn: 1, ps: 13 } },
  },
  'v2.audit-trail.export': {
    method: 'GET',
    path: '/api/v2/audit/export',
    summary: 'The same as a CSV file, newest first, at most 100,000 entries; itself an entry',
    who: 'audit.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      ...Filters,
      /** Language of the headings: zh, en, ar, fr, ru or es. */
      language: Type.Optional(Text(10)),
    }),
    answer: {},
    file: ['text/csv'],
    tenantIds: [
      { at: 'query.user_id', of: 'user', miss: 'empty' },
      { at: 'query.device_code', of: 'device', miss: 'empty' },
    ],
    example: { query: { device_code: '{device}', user_id: '{user}' } },
  },
  'v2.audit-trail.verify': {
    method: 'GET',
    path: '/api/v2/audit/verify',
    summary: "Verify the newest 20,000 entries of the customer's chain",
    who: 'audit.read',
    scope: 'customer',
    effect: 'read',
    answer: {
      data: Type.Object({
        /** Number of the row after which the verification began. */
        after: Type.Integer(),
        /** Number of the last verified row. */
        through: Type.Integer(),
        /** The hash at that row, to be stored outside the platform. */
        hash: Type.String(),
        /** Number of entries that are written but not yet sealed. */
        waiting: Type.Integer(),
        /** The first row that fails verification; null if there is none. */
        fault: Nullable(
          Type.Object({
            /** A value of the list in `docs/protocol/audit.md`. */
            kind: Type.String(),
            seq: Nullable(Type.Integer()),
            entry_id: Nullable(Type.String()),
          }),
        ),
      }),
    },
    tenantIds: [],
    example: {},
  },
});
