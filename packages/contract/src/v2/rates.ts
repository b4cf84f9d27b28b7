/**
 * Tariffs (docs/specification/energy-and-fees.md 3 and 4; docs/decisions.md 13 and 14), with
 * versions and band hours beside. rate_1 sharp, rate_2 peak, rate_3 off-peak, rate_4 valley.
 */
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import type { TariffCalendar } from '@busbar/domain/tariff/tariff-calendar';
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { IdText, Nullable, Text } from '../shapes.ts';

const PriceOrNone = Nullable(Type.Number());
/** In the customer's currency per kWh, four decimals; all null while none are set. */
const Prices = {
  rate_1: PriceOrNone,
  rate_2: PriceOrNone,
  rate_3: PriceOrNone,
  rate_4: PriceOrNone,
};

/** Prices are those of today. */
export const RateRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ...Prices,
  is_default: Type.String(),
  /** First day of the next version, `YYYY-MM-DD`; null when none waits. */
  next_start_day: Nullable(Type.String()),
  /** The caller's group may change and delete it: no other group uses it. */
  changeable: Type.Boolean(),
});

/** Minutes of the local day; an end before its start goes over midnight. */
const Spans = Type.Array(
  Type.Object({
    band: Type.Union(TARIFF_BANDS.map((band) => Type.Literal(band))),
    from: Type.Number(),
    to: Type.Number(),
  }),
  { maxItems: 300 },
);

/** What the domain judges in full (`domain/tariff/check-calendar.ts`); here only its shape. */
const Calendar = Type.Unsafe<TariffCalendar>(
  Type.Object({
    weekend: Type.Array(Type.Number(), { maxItems: 10 }),
    holidays: Type.Array(Text(10), { maxItems: 400 }),
    seasons: Type.Array(
      Type.Object({
        name: Text(50),
        from: Text(10),
        to: Text(10),
        weekday: Spans,
        weekend: Nullable(Spans),
        holiday: Nullable(Spans),
      }),
      { maxItems: 30 },
    ),
  }),
);

/** As decimal text or as a number; whatever else it is, it is answered with a sentence. */
const Price = Type.Optional(Nullable(Type.Union([Type.Number(), Text(64)])));

export const RateForm = {
  name: Type.Optional(Nullable(Text(100))),
  rate_1: Price,
  rate_2: Price,
  rate_3: Price,
  rate_4: Price,
  calendar: Type.Optional(Nullable(Calendar)),
};

export const RATE_EXAMPLE = {
  name: 'Workshop',
  rate_1: 1.25,
  rate_2: 1.04,
  rate_3: 0.65,
  rate_4: '0.2600',
} as const;

const WholeRate = Type.Object({
  ...RateRow.properties,
  /** Devices of the caller's group and below that have it today. */
  devices: Type.Integer(),
  /** Those still to come first, then back in time. */
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      /** Null: since ever. */
      start_day: Nullable(Type.String()),
      /** `coming`, `current` or `past`. */
      state: Type.String(),
      ...Prices,
      /** The default hours are written out. */
      calendar: Calendar,
      created_at: Type.Number(),
    }),
  ),
});

export const rates = defineCall({
  name: 'v2.rates',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/rates',
  summary: 'Rates that concern the own group: the default one, those it uses, and unused ones',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  answer: { data: Type.Array(RateRow) },
  tenantIds: [],
  example: {},
});

export const addRate = defineCall({
  name: 'v2.rate.add',
  version: 'v2',
  method: 'POST',
  path: '/api/v2/rate',
  summary: 'Add a rate',
  who: 'tariff.write',
  scope: 'own',
  effect: 'write',
  body: Type.Object(RateForm),
  answer: { data: WholeRate },
  tenantIds: [],
  example: { body: RATE_EXAMPLE },
});

export const rate = defineCall({
  name: 'v2.rate',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/rate/:id',
  summary: 'A rate with all its versions',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  params: Type.Object({ id: IdText }),
  answer: { data: WholeRate },
  tenantIds: [{ at: 'params.id', of: 'rate', miss: 'not-found' }],
  example: { params: { id: '{rate}' } },
});

export const changeRate = defineCall({
  name: 'v2.rate.change',
  version: 'v2',
  method: 'PUT',
  path: '/api/v2/rate/:id',
  summary: 'Other prices or hours from a day on; another name at once',
  who: 'tariff.write',
  scope: 'own',
  effect: 'write',
  params: Type.Object({ id: IdText }),
  body: Type.Object({
    ...RateForm,
    /**
     * `YYYY-MM-DD`, not before today, which it is when absent. The first prices of a tariff may begin
     * on any day that has none; when absent they count for all of those days.
     */
    start_day: Type.Optional(Text(20)),
  }),
  answer: { data: WholeRate },
  tenantIds: [{ at: 'params.id', of: 'rate', miss: 'not-found' }],
  example: {
    params: { id: '{rate}' },
    body: { ...RATE_EXAMPLE, name: 'Workshop 2', start_day: '2099-01-01' },
  },
});

export const deleteRate = defineCall({
  name: 'v2.rate.delete',
  version: 'v2',
  method: 'DELETE',
  path: '/api/v2/rate/:id',
  summary: 'Delete a rate that no device has; the fees it made stay',
  who: 'tariff.write',
  scope: 'own',
  effect: 'write',
  params: Type.Object({ id: IdText }),
  answer: {},
  tenantIds: [{ at: 'params.id', of: 'rate', miss: 'not-found' }],
  example: { params: { id: '{rate}' } },
});

export const withdrawRateVersion = defineCall({
  name: 'v2.rate.version.withdraw',
  version: 'v2',
  method: 'DELETE',
  path: '/api/v2/rate/:id/version/:version',
  summary: 'Take back a version that has not begun',
  who: 'tariff.write',
  scope: 'own',
  effect: 'write',
  params: Type.Object({ id: IdText, version: IdText }),
  answer: { data: WholeRate },
  tenantIds: [{ at: 'params.id', of: 'rate', miss: 'not-found' }],
  example: { params: { id: '{rate}', version: '2' } },
});
