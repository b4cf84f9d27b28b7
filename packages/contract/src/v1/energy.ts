/**
 * Energy and fee calls of v1 (docs/specification/calls.md 7.2). The specification does not define
 * the response shapes: field names follow its other calls, with `ept1` to `ept4` and `fee1` to
 * `fee4` for sharp, peak, off-peak and valley.
 */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Fee, Id, Nullable, When, Whole } from '../shapes.ts';

const OF_GROUP = { at: 'body.groupId', of: 'group', miss: 'not-found' } as const;
const OF_DEVICE = { at: 'body.deviceId', of: 'device', miss: 'not-found' } as const;

const Energy = {
  ept: Type.Number(),
  ept1: Type.Number(),
  ept2: Type.Number(),
  ept3: Type.Number(),
  ept4: Type.Number(),
};
/** Null if the energy has no price. */
const Fees = { fee: Fee, fee1: Fee, fee2: Fee, fee3: Fee, fee4: Fee };
const Change = Nullable(Type.Number());

/** Current day or month; changes are fractions over equal spans, null if an amount is unknown. */
const Current = Type.Object({
  date: Type.String(),
  ept: Type.Number(),
  fee: Fee,
  momEpt: Change,
  momFee: Change,
  yoyEpt: Change,
  yoyFee: Change,
});

const Amounts = Type.Object({ ...Energy, fee: Fee });

/** All days that the half-open span touches, in both formats of docs/decisions.md 24. */
const byDate = Type.Object({
  startTime: When,
  endTime: When,
  rows: Type.Optional(Whole),
  currentPage: Type.Optional(Whole),
  deviceId: Type.Optional(Id),
  groupId: Type.Optional(Id),
});
const OfDevice = {
  /** The day, the Monday of the week, or the month `YYYY-MM`. */
  date: Type.String(),
  deviceName: Type.String(),
  deviceSymbolCode: Type.String(),
};
const paging = {
  currentPage: Type.Integer(),
  totalPage: Type.Integer(),
  totalCount: Type.Integer(),
  rows: Type.Integer(),
};
const example = {
  body: {
    startTime: '2026-11-01 00:00:00',
    endTime: '2026-11-20 00:00:00',
    rows: 13,
    currentPage: 1,
    deviceId: '{device}',
    groupId: '{group}',
  },
} as const;
const energyAnswer = {
  data: Type.Array(Type.Object({ ...OfDevice, ...Energy })),
  /** Sums over all rows, not only the page. */
  total: Type.Object(Energy),
  ...paging,
};
const feesAnswer = {
  data: Type.Array(Type.Object({ ...OfDevice, ...Fees })),
  total: Type.Object(Fees),
  ...paging,
};
const common = {
  method: 'POST',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  body: byDate,
  tenantIds: [OF_DEVICE, OF_GROUP],
  example,
} as const;

export const energyV1Calls = defineCalls({
  'v1.sys.home.currentEnergyFees': {
    method: 'POST',
    path: '/sys/home/currentEnergyFees',
    summary:
      'Energy and fee of today and of this month, compared with the same part of earlier ones',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ groupId: Type.Optional(Id) }),
    answer: { data: Type.Object({ today: Current, month: Current }) },
    tenantIds: [OF_GROUP],
    example: { body: { groupId: '{group}' } },
  },
  'v1.sys.home.energySummary': {
    method: 'POST',
    path: '/sys/home/energySummary',
    summary: 'Energy and fee of today, this month, this year and altogether; the last six months',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ groupId: Type.Optional(Id) }),
    answer: {
      data: Type.Object({
        today: Amounts,
        month: Amounts,
        year: Amounts,
        total: Amounts,
        trend: Type.Array(Type.Object({ date: Type.String(), ...Energy })),
      }),
    },
    tenantIds: [OF_GROUP],
    example: { body: { groupId: '{group}' } },
  },
  'v1.data.findDailyEnergyByDate': {
    ...common,
    path: '/data/findDailyEnergyByDate',
    summary: 'Energy of each device and day in tariff bands, newest first',
    answer: energyAnswer,
  },
  'v1.data.findWeekEnergyByDate': {
    ...common,
    path: '/data/findWeekEnergyByDate',
    summary: 'Energy of each device and week from Monday, of the days asked for, newest first',
    answer: energyAnswer,
  },
  'v1.data.findMonthEnergyByDate': {
    ...common,
    path: '/data/findMonthEnergyByDate',
    summary: 'Energy of each device and month, of the days asked for, newest first',
    answer: energyAnswer,
  },
  'v1.data.findDailyFeesByDate': {
    ...common,
    path: '/data/findDailyFeesByDate',
    summary: 'Fees of each device and day in tariff bands, newest first',
    answer: feesAnswer,
  },
  'v1.data.findWeekFeesByDate': {
    ...common,
    path: '/data/findWeekFeesByDate',
    summary: 'Fees of each device and week from Monday, of the days asked for, newest first',
    answer: feesAnswer,
  },
  'v1.data.findMonthFeesByDate': {
    ...common,
    path: '/data/findMonthFeesByDate',
    summary: 'Fees of each device and month, of the days asked for, newest first',
    answer: feesAnswer,
  },
});
