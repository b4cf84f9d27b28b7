/**
 * Energy and fees for the dashboard (docs/specification/energy-and-fees.md 1; docs/decisions.md 11,
 * 12). Energy in kWh, fees in the customer's currency, both exact; days and months are in the
 * customer's time zone.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, IdText, Nullable, Text } from '../../shapes.ts';

/** `day` or `month`; any other value is refused with a specific message. */
const DateType = Text(20);
/** Days 1 to 92, months 1 to 12 (for `energy` 1 to 24); defaults to 1. */
const Count = Type.Integer();

const chosen = {
  device_code: Type.Optional(IdText),
  group_id: Type.Optional(IdText),
};

const OF_GROUP = { at: 'query.group_id', of: 'group', miss: 'not-found' } as const;
const OF_DEVICE = { at: 'query.device_code', of: 'device', miss: 'not-found' } as const;

/** A fraction, not a percentage; null if the earlier amount is zero or either amount is unknown. */
const Change = Nullable(Type.Number());

export const EnergyFeeEntry = Type.Object({
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  date: Type.String(),
  ept: Type.Number(),
  fee: Fee,
  /** Change against the previous day or month. */
  mom_ept: Change,
  mom_fee: Change,
  /** Change against the same day or month a year earlier. */
  yoy_ept: Change,
  yoy_fee: Change,
  /** Maximum of the completed days (for a day: hours); null if none is complete. */
  ept_max: Nullable(Type.Number()),
  ept_min: Nullable(Type.Number()),
  ept_avg: Nullable(Type.Number()),
  /** True if late readings may still change the result. */
  provisional: Type.Boolean(),
  /**
   * True if the result includes energy of a span that began much earlier, or the lower bound after
   * a register reset.
   */
  estimated: Type.Boolean(),
  /**
   * `YYYY-MM-DD HH:mm:ss` in the customer's time zone: a current period and the earlier ones are
   * both truncated at this time before they are compared; null if full periods are compared.
   */
  compared_until: Nullable(Type.String()),
  /**
   * With `is_all`: the days of the month so far, from the first day with data, oldest first; or the
   * 24 clock hours of the day, `YYYY-MM-DD HH:00`, whose fee is always null; `ept` is null for a
   * future hour.
   */
  list: Type.Optional(
    Type.Array(
      Type.Object({
        date: Type.String(),
        ept: Nullable(Type.Number()),
        fee: Fee,
      }),
    ),
  ),
});

/** ept_1 sharp, ept_2 peak, ept_3 off-peak, ept_4 valley; their sum is ept. */
export const BandEnergy = {
  ept: Type.Number(),
  ept_1: Type.Number(),
  ept_2: Type.Number(),
  ept_3: Type.Number(),
  ept_4: Type.Number(),
};

export const energyCalls = defineCalls({
  'v2.energy-fee': {
    method: 'GET',
    path: '/api/v2/energy-fee',
    summary:
      'Energy and fee of the last days or months with like-for-like comparison, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      date_type: DateType,
      count: Type.Optional(Count),
      is_all: Type.Optional(Type.Boolean()),
      ...chosen,
    }),
    answer: { data: Type.Object({ list: Type.Array(EnergyFeeEntry) }) },
    tenantIds: [OF_DEVICE, OF_GROUP],
    example: {
      query: {
        date_type: 'month',
        count: 3,
        is_all: true,
        device_code: '{device}',
        group_id: '{group}',
      },
    },
  },
  'v2.energy': {
    method: 'GET',
    path: '/api/v2/energy',
    summary: 'Energy of the last days or months in tariff bands, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ date_type: DateType, count: Type.Optional(Count), ...chosen }),
    answer: {
      data: Type.Object({
        list: Type.Array(Type.Object({ date: Type.String(), ...BandEnergy })),
      }),
    },
    tenantIds: [OF_DEVICE, OF_GROUP],
    example: {
      query: { date_type: 'month', count: 6, device_code: '{device}', group_id: '{group}' },
    },
  },
  'v2.energy-device': {
    method: 'GET',
    path: '/api/v2/energy-device',
    summary: 'Energy of each device in a day or month and its share of the whole, biggest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      date_type: DateType,
      /** `YYYY-MM-DD` or `YYYY-MM`; defaults to the current one. */
      date: Type.Optional(Text(20)),
      /** Maximum number of devices in the list; `others` contains the remainder. */
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      group_id: Type.Optional(IdText),
    }),
    answer: {
      data: Type.Object({
        date: Type.String(),
        device_list: Type.Array(
          Type.Object({
            device_name: Type.String(),
            device_code: Type.String(),
            ept: Type.Number(),
            /** Share of the total in percent, two decimals. */
            percentage: Type.Number(),
            fee: Fee,
          }),
        ),
        others: Type.Object({
          count: Type.Integer(),
          ept: Type.Number(),
          percentage: Type.Number(),
          fee: Fee,
        }),
        /** Total of all devices, listed or not. */
        total: Type.Object({ count: Type.Integer(), ept: Type.Number(), fee: Fee }),
      }),
    },
    tenantIds: [OF_GROUP],
    example: { query: { date_type: 'month', limit: 10, group_id: '{group}' } },
  },
});
