/**
 * Settlement periods and bills (docs/decisions.md 14; docs/specification/energy-and-fees.md 5: the
 * settlement day's page).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, IdText, Nullable, Text } from '../../shapes.ts';

const Period = {
  /** First and last day, `YYYY-MM-DD`, both inclusive. */
  start: Type.String(),
  end: Type.String(),
  /** open: the current period; ended: over but still changeable; closed: its lines are final. */
  state: Type.String(),
  closed_at: Nullable(Type.Number()),
  /** Name of the user; empty if the platform closed the period. */
  closed_by: Type.String(),
};

export const SettlementPeriodRow = Type.Object({
  ...Period,
  ept: Type.Number(),
  /** Sum of the bill's lines. */
  fee: Fee,
  /** Amounts carried over from closed periods that changed later. */
  adjustment_ept: Type.Number(),
  adjustment: Type.Number(),
  /** Fee plus adjustment: the amount due. */
  total: Fee,
  provisional: Type.Boolean(),
  /** False for a period that ended before the customer was created: only a user closes it. */
  closes_itself: Type.Boolean(),
});

const overview = {
  data: Type.Object({
    /** Day of the month, 1 to 28. */
    settlement_day: Type.Integer(),
    /** First day of the next period, from which a changed settlement day applies. */
    next_start: Type.String(),
    open: SettlementPeriodRow,
    /** Periods that are over but not closed, newest first. */
    ended: Type.Array(SettlementPeriodRow),
    /** Newest first. */
    closed: Type.Array(SettlementPeriodRow),
  }),
};

const TariffLine = {
  rate_name: Type.String(),
  rate_version: Type.Integer(),
  /** 1 sharp, 2 peak, 3 off-peak, 4 valley. */
  band: Type.Integer(),
  /** In the customer's currency per kWh; null if the tariff has no prices. */
  price: Nullable(Type.Number()),
  ept: Type.Number(),
  /** Energy times price, rounded half up to two decimals, once per line. */
  amount: Fee,
};

const ComparedPeriod = { ...Period, ept: Type.Number(), total: Fee };

/** From the period before to this one; negative for less. */
const Change = {
  ept_change: Type.Number(),
  /** Null if energy of one of the periods has no price. */
  change: Fee,
};

export const settlementCalls = defineCalls({
  'v2.settlement': {
    method: 'GET',
    path: '/api/v2/settlement',
    summary: 'Settlement day and periods of the customer, with what the own groups come to',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: overview,
    tenantIds: [],
    example: {},
  },
  'v2.settlement.update': {
    method: 'PUT',
    path: '/api/v2/settlement',
    summary: 'Change the settlement day, from the next period on; by an administrator of the whole',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({ settlement_day: Type.Integer() }),
    answer: overview,
    tenantIds: [],
    example: { body: { settlement_day: 15 } },
  },
  'v2.settlement.close': {
    method: 'POST',
    path: '/api/v2/settlement/close',
    summary:
      'Close a settlement period that is over and all of whose energy has prices: its lines stand, later changes are adjustments',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({
      /** First day of the period. */
      start: Text(20),
    }),
    answer: overview,
    tenantIds: [],
    example: { body: { start: '2026-10-01' } },
  },
  'v2.settlement.close-up-to': {
    method: 'POST',
    path: '/api/v2/settlement/close-up-to',
    summary:
      'Close all ended settlement periods up to one, oldest first, until one that cannot be closed',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({
      /** First day of the last period to close. */
      start: Text(20),
    }),
    answer: {
      data: Type.Object({
        ...overview.data.properties,
        /** First days of the periods that this request closed, oldest first. */
        closed_now: Type.Array(Type.String()),
        /** The period that could not be closed, and the reason as in a refusal; null if none. */
        stopped: Nullable(
          Type.Object({ start: Type.String(), end: Type.String(), reason: Type.String() }),
        ),
      }),
    },
    tenantIds: [],
    example: { body: { start: '2026-10-01' } },
  },
  'v2.bill': {
    method: 'GET',
    path: '/api/v2/bill',
    summary: 'Bill of a settlement period, of one device or of all: lines, adjustments, totals',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** First day of the period; defaults to the current one. */
      start: Type.Optional(Text(20)),
      device_code: Type.Optional(IdText),
      group_id: Type.Optional(IdText),
      /** Page of `lines`; if absent, the first 10,000 lines are returned. */
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    answer: {
      data: Type.Object({
        ...Period,
        lines: Type.Array(
          Type.Object({ device_name: Type.String(), device_code: Type.String(), ...TariffLine }),
        ),
        line_count: Type.Integer(),
        /** All lines summed by tariff version and band. */
        sums: Type.Array(Type.Object(TariffLine)),
        adjustments: Type.Array(
          Type.Object({
            device_name: Type.String(),
            device_code: Type.String(),
            /** The closed period that changed. */
            of_start: Type.String(),
            of_end: Type.String(),
            ept: Type.Number(),
            /** Negative for a credit to the customer. */
            amount: Type.Number(),
            /** One of correction and late-readings. */
            reason: Type.String(),
            at: Type.Number(),
          }),
        ),
        ept: Type.Number(),
        /** Sum of all lines. */
        fee: Fee,
        adjustment: Type.Number(),
        /** Fee plus adjustment: the amount due. */
        total: Fee,
      }),
    },
    tenantIds: [
      { at: 'query.device_code', of: 'device', miss: 'not-found' },
      { at: 'query.group_id', of: 'group', miss: 'not-found' },
    ],
    example: { query: { device_code: '{device}', group_id: '{group}' } },
  },
  'v2.bill.comparison': {
    method: 'GET',
    path: '/api/v2/bill-comparison',
    summary:
      'Why the bill of a period differs from the one before: energy, hours, prices, adjustments; devices and bands that changed most',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** First day of the period; defaults to the current one. */
      start: Type.Optional(Text(20)),
      device_code: Type.Optional(IdText),
      group_id: Type.Optional(IdText),
    }),
    answer: {
      /** Null for the first period. */
      data: Nullable(
        Type.Object({
          ...ComparedPeriod,
          before: Type.Object(ComparedPeriod),
          ...Change,
          /** They add up exactly to `change`; null if a total is unknown. */
          parts: Nullable(
            Type.Object({
              /** The changed energy at the average price before. */
              energy: Type.Number(),
              /** The same energy in dearer or cheaper hours. */
              hours: Type.Number(),
              /** Other prices in the same band. */
              prices: Type.Number(),
              adjustments: Type.Number(),
            }),
          ),
          /** The five devices that changed most. */
          devices: Type.Array(
            Type.Object({ device_name: Type.String(), device_code: Type.String(), ...Change }),
          ),
          other_devices: Type.Object({ count: Type.Integer(), ...Change }),
          /** 1 sharp, 2 peak, 3 off-peak, 4 valley; largest change first. */
          bands: Type.Array(Type.Object({ band: Type.Integer(), ...Change })),
        }),
      ),
    },
    tenantIds: [
      { at: 'query.device_code', of: 'device', miss: 'not-found' },
      { at: 'query.group_id', of: 'group', miss: 'not-found' },
    ],
    example: { query: { device_code: '{device}', group_id: '{group}' } },
  },
});
