/**
 * Tariffs (docs/specification/energy-and-fees.md 3 and 4; docs/decisions.md 13 and 14), with
 * versions and band hours. rate_1 sharp, rate_2 peak, rate_3 off-peak, rate_4 valley.
 */
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import type { TariffCalendar } from '@busbar/domain/tariff/tariff-calendar';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

const PriceOrNone = Nullable(Type.Number());
/** In the customer's currency per kWh, four decimals; all are null if no prices are set. */
const Prices = {
  rate_1: PriceOrNone,
  rate_2: PriceOrNone,
  rate_3: PriceOrNone,
  rate_4: PriceOrNone,
};

/** Prices are those in force today. */
export const RateRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ...Prices,
  is_default: Type.String(),
  /** First day of the next version, `YYYY-MM-DD`; null if none is scheduled. */
  next_start_day: Nullable(Type.String()),
  /** True if the caller's group may change and delete the tariff, as no other group uses it. */
  changeable: Type.Boolean(),
});

/** Minutes of the local day; a span that ends before its start crosses midnight. */
const Spans = Type.Array(
  Type.Object({
    band: Type.Union(TARIFF_BANDS.map((band) => Type.Literal(band))),
    from: Type.Number(),
    to: Type.Number(),
  }),
  { maxItems: 300 },
);

/** Schema of the shape only; the domain validates the rest (`domain/tariff/check-calendar.ts`). */
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

/** Decimal text or a number; any other value is refused with a specific message. */
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
  /** Number of devices of the caller's group and below that use the tariff today. */
  devices: Type.Integer(),
  /** Future versions first, then the others, newest first. */
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      /** Null if the version has no start date. */
      start_day: Nullable(Type.String()),
      /** One of `coming`, `current` and `past`. */
      state: Type.String(),
      ...Prices,
      /** The default hours are included explicitly. */
      calendar: Calendar,
      created_at: Type.Number(),
    }),
  ),
});

/** Maximum number of devices named one by one; a group may have more. */
export const MAX_ASSIGNED = 1_000;

const CHOSEN = {
  device_codes: Type.Array(IdText, { maxItems: MAX_ASSIGNED }),
  /** Groups with all devices in them and in their subgroups. */
  group_ids: Type.Array(IdText, { maxItems: MAX_ASSIGNED }),
};

const OF_CHOSEN = [
  { at: 'params.id', of: 'rate', miss: 'not-found' },
  { at: 'body.device_codes.0', of: 'device', miss: 'not-found' },
  { at: 'body.group_ids.0', of: 'group', miss: 'not-found' },
] as const;

export const rateCalls = defineCalls({
  'v2.rates': {
    method: 'GET',
    path: '/api/v2/rates',
    summary: 'Rates that concern the own group: the default one, those it uses, and unused ones',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: { data: Type.Array(RateRow) },
    tenantIds: [],
    example: {},
  },
  'v2.rate': {
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
  },
  'v2.rate.add': {
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
  },
  'v2.rate.change': {
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
       * `YYYY-MM-DD`, today or later; defaults to today. The first prices of a tariff may begin on
       * any day that has no prices; if the day is absent, they apply to all of those days.
       */
      start_day: Type.Optional(Text(20)),
    }),
    answer: { data: WholeRate },
    tenantIds: [{ at: 'params.id', of: 'rate', miss: 'not-found' }],
    example: {
      params: { id: '{rate}' },
      body: { ...RATE_EXAMPLE, name: 'Workshop 2', start_day: '2099-01-01' },
    },
  },
  'v2.rate.delete': {
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
  },
  'v2.rate.devices.preview': {
    method: 'POST',
    path: '/api/v2/rate/:id/devices/preview',
    summary: 'How many devices would change if these got the rate, and from which rates',
    who: 'device.write',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    body: Type.Object(CHOSEN),
    answer: {
      data: Type.Object({
        /** First day of the new rate: the current day in the customer's time zone. */
        start_day: Type.String(),
        changing: Type.Integer(),
        /** Number of chosen devices that have the rate already. */
        unchanged: Type.Integer(),
        /** Rates of the devices that change, most devices first. */
        from: Type.Array(
          Type.Object({ id: Type.Integer(), name: Type.String(), devices: Type.Integer() }),
        ),
        /** Token that the assignment requires. */
        token: Type.String(),
      }),
    },
    tenantIds: OF_CHOSEN,
    example: {
      params: { id: '{rate}' },
      body: { device_codes: ['{device-code}'], group_ids: ['{group}'] },
    },
  },
  'v2.rate.devices': {
    method: 'PUT',
    path: '/api/v2/rate/:id/devices',
    summary: 'Give devices, or all of some groups, the rate from today on',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ ...CHOSEN, token: Type.String({ minLength: 1, maxLength: 64 }) }),
    answer: { data: Type.Object({ changed: Type.Integer() }) },
    tenantIds: OF_CHOSEN,
    example: {
      params: { id: '{rate}' },
      body: { device_codes: ['{device-code}'], group_ids: ['{group}'], token: 'x' },
    },
  },
  'v2.rate.version.withdraw': {
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
  },
});
