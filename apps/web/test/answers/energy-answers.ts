/** Energy and fee responses of the mock server; a test specifies only the relevant members. */

import { currentSession } from '../../src/lib/session/session.ts';
import type { AnswerFor, ContractServer } from '../contract-server.ts';
import { TEST_GROUP } from '../render-page.tsx';
import { answerAlarms } from './alarm-answers.ts';

export type FeeEntry = AnswerFor<'v2.energy-fee'>['data']['list'][number];
export type MapRow = AnswerFor<'v2.device-map'>['data']['device_map_list'][number];

export function feeEntry(more: Partial<FeeEntry> = {}): FeeEntry {
  return {
    date: '2026-11-21',
    ept: 120.5,
    fee: 84.35,
    mom_ept: 0.29,
    mom_fee: -0.129,
    yoy_ept: null,
    yoy_fee: null,
    ept_max: 9.5,
    ept_min: 1.25,
    ept_avg: 5.02,
    provisional: true,
    estimated: false,
    compared_until: '2026-11-21 15:15:00',
    ...more,
  };
}

const MONTHS: FeeEntry[] = [
  feeEntry({
    date: '2026-11',
    ept: 2410.75,
    fee: 1687.53,
    yoy_ept: 0.5799,
    yoy_fee: -0.004,
    list: [
      { date: '2026-11-01', ept: 110.25, fee: 77.18 },
      { date: '2026-11-21', ept: 120.5, fee: 84.35 },
    ],
  }),
  feeEntry({ date: '2026-10', ept: 3500, fee: 2450, compared_until: null, list: [] }),
  feeEntry({ date: '2026-09', ept: 3400, fee: 2380, compared_until: null, list: [] }),
];

const HOURS: FeeEntry[] = ['2026-11-21', '2026-11-20', '2026-11-19'].map((date, at) =>
  feeEntry({
    date,
    compared_until: at === 0 ? '2026-11-21 15:15:00' : null,
    list: Array.from({ length: 24 }, (_, hour) => ({
      date: `${date} ${String(hour).padStart(2, '0')}:00`,
      // Hours in the future are null.
      ept: at === 0 && hour > 15 ? null : 4 + at,
      fee: null,
    })),
  }),
);

export function mapRow(more: Partial<MapRow> = {}): MapRow {
  return {
    id: 11,
    device_name: 'Pump house',
    device_code: '866123000010001',
    lng: 121.48,
    lat: 31.24,
    lng_t: 121.47,
    lat_t: 31.23,
    online: true,
    presence: 'online',
    status: 'switch:closeByCommand',
    csq: 23,
    rated_cur: 63,
    alarm_count: 0,
    alarm_type: null,
    load_kw: 12.43,
    load_percent: 29.2,
    load_at: Date.now() - 20_000,
    ...more,
  };
}

export type NowData = AnswerFor<'v2.dashboard-now'>['data'];

const DAY_MS = 86_400_000;

export function nowData(more: Partial<NowData> = {}): NowData {
  const from = Date.UTC(2026, 10, 20, 7, 0);
  return {
    at: from + DAY_MS,
    devices: { total: 42, online: 40, offline: 2, late: 1 },
    power: {
      kw: 184.25,
      counted: 38,
      uncounted: 3,
      curve: { from, kw: Array.from({ length: 96 }, (_, i) => 100 + i) },
      peak: { kw: 195, at: from + DAY_MS - 900_000 },
    },
    breakers: { closed: 30, open: 5, tripped: 2, locked: 1, unknown: 1, not_online: 2 },
    alarms: [
      { priority: 1, count: 1, oldest_at: Date.now() - 60_000 },
      { priority: 3, count: 4, oldest_at: Date.now() - 7_200_000 },
    ],
    top_loads: [
      {
        device_code: '866123000010001',
        device_name: '<b>Pump</b>',
        load_kw: 12.43,
        load_percent: 92.1,
        load_at: from + DAY_MS,
      },
    ],
    ...more,
  };
}

/** Sets all responses of the dashboard. */
export function answerDashboard(server: ContractServer): void {
  server.answer('v2.energy-fee', ({ query }) => ({
    data: {
      list:
        query?.date_type === 'month'
          ? MONTHS
          : String(query?.is_all) === 'true'
            ? HOURS
            : [feeEntry(), feeEntry({ date: '2026-11-20', ept: 93.4 })],
    },
  }));
  server.answer('v2.energy', {
    data: {
      list: ['2026-11', '2026-10', '2026-09', '2026-08', '2026-07', '2026-06'].map((date) => ({
        date,
        ept: 100,
        ept_1: 10,
        ept_2: 40,
        ept_3: 30,
        ept_4: 20,
      })),
    },
  });
  server.answer('v2.energy-device', {
    data: {
      date: '2026-11',
      device_list: [
        {
          device_name: '<b>Pump</b>',
          device_code: '866123000010001',
          ept: 1800.5,
          percentage: 74.69,
          fee: 1260.35,
        },
      ],
      others: { count: 41, ept: 610.25, percentage: 25.31, fee: 427.18 },
      total: { count: 42, ept: 2410.75, fee: 1687.53 },
    },
  });
  server.answer('v2.dashboard-now', { data: nowData() });
  server.answer('v2.device-map', {
    data: {
      device_map_list: [
        mapRow(),
        mapRow({
          id: 12,
          device_name: 'Quay lamp',
          device_code: '866123000010002',
          lng: null,
          lat: null,
          lng_t: null,
          lat_t: null,
          online: false,
          presence: 'offline',
          status: '',
        }),
      ],
    },
  });
  answerAlarms(server);
}

/** Replaces the default group of the tests in the ping response. */
export function answerGroup(
  server: ContractServer,
  more: Partial<AnswerFor<'v2.group'>['data']>,
): void {
  const user_info = currentSession()!.user;
  server.answer('v2.ping-token', {
    data: {
      reset_pwd: false,
      second_factor_due: false,
      user_info,
      group: { ...TEST_GROUP, ...more },
    },
  });
}

export type DayRow = AnswerFor<'v2.energy-days'>['data']['list'][number];
export type PeriodRow = AnswerFor<'v2.settlement'>['data']['open'];
export type BillData = AnswerFor<'v2.bill'>['data'];

const BANDS = { ept_1: 20.125, ept_2: 50, ept_3: 30, ept_4: 20.375 };
const BAND_FEES = { fee_1: 25.16, fee_2: 50, fee_3: 18, fee_4: 4.08 };

export function dayRow(more: Partial<DayRow> = {}): DayRow {
  return {
    date: '2026-11-21',
    device_name: 'Pump house',
    device_code: '866123000010001',
    ept: 120.5,
    ...BANDS,
    fee: 97.24,
    ...BAND_FEES,
    provisional: true,
    estimated: false,
    rate_name: 'Industrial',
    rate_version: 3,
    ...more,
  };
}

export function periodRow(more: Partial<PeriodRow> = {}): PeriodRow {
  return {
    start: '2026-11-15',
    end: '2026-12-14',
    state: 'open',
    closed_at: null,
    closed_by: '',
    ept: 120.5,
    fee: 97.24,
    adjustment_ept: 0,
    adjustment: -1.5,
    total: 95.74,
    provisional: true,
    closes_itself: true,
    ...more,
  };
}

export function billData(more: Partial<BillData> = {}): BillData {
  const line = { rate_name: 'Industrial', rate_version: 3, price: 1.25 };
  return {
    start: '2026-11-15',
    end: '2026-12-14',
    state: 'open',
    closed_at: null,
    closed_by: '',
    lines: [
      {
        device_name: 'Pump house',
        device_code: '866123000010001',
        ...line,
        band: 1,
        ept: 20.125,
        amount: 25.16,
      },
    ],
    line_count: 1,
    sums: [
      { ...line, band: 1, ept: 20.125, amount: 25.16 },
      { ...line, band: 2, price: 1, ept: 50, amount: 50 },
    ],
    adjustments: [
      {
        device_name: 'Pump house',
        device_code: '866123000010001',
        of_start: '2026-10-15',
        of_end: '2026-11-14',
        ept: -1.2,
        amount: -1.5,
        reason: 'late-readings',
        at: Date.UTC(2026, 10, 20),
      },
    ],
    ept: 70.125,
    fee: 75.16,
    adjustment: -1.5,
    total: 73.66,
    ...more,
  };
}

/** Energy and fee of two days. */
export function energyDaysData(): AnswerFor<'v2.energy-days'>['data'] {
  return {
    start: '2026-11-15',
    end: '2026-11-21',
    list: [dayRow(), dayRow({ date: '2026-11-20', provisional: false, estimated: true })],
    total: 2,
    days: [dayRow(), dayRow({ date: '2026-11-20' })],
    sums: {
      ept: 241,
      ept_1: 40.25,
      ept_2: 100,
      ept_3: 60,
      ept_4: 40.75,
      fee: 194.48,
      fee_1: 50.32,
      fee_2: 100,
      fee_3: 36,
      fee_4: 8.16,
    },
  };
}

/** Sets all responses of the fee screens. */
export function answerFees(server: ContractServer): void {
  server.answer('v2.energy-days', { data: energyDaysData() });
  server.answer('v2.settlement', { data: settlementData() });
  server.answer('v2.bill', { data: billData() });
  server.answer('v2.bill.comparison', { data: null });
}

export function settlementData(
  more: Partial<AnswerFor<'v2.settlement'>['data']> = {},
): AnswerFor<'v2.settlement'>['data'] {
  return {
    settlement_day: 15,
    next_start: '2026-12-15',
    open: periodRow(),
    ended: [periodRow({ start: '2026-10-15', end: '2026-11-14', state: 'ended' })],
    closed: [
      periodRow({
        start: '2026-09-15',
        end: '2026-10-14',
        state: 'closed',
        closed_at: Date.UTC(2026, 9, 18),
        provisional: false,
      }),
    ],
    ...more,
  };
}
