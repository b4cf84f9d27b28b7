/** Energy and fees as the server answers them; a test names only what it is about. */
import type { AnswerFor, ContractServer } from './contract-server.ts';

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
      ept: 4 + at,
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
    ...more,
  };
}

/** Everything the dashboard asks. */
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
  server.answer('v2.statistics-online', { data: { total: 42, online: 40, offline: 1, late: 1 } });
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
  answerGroup(server);
}

export function answerGroup(
  server: ContractServer,
  more: Partial<AnswerFor<'v2.group'>['data']> = {},
): void {
  server.answer('v2.group', {
    data: {
      id: 3,
      name: 'Harbour',
      map_type: 'baidu',
      currency: { id: 1, english_name: 'Renminbi', chinese_name: '人民币', symbol_unit: '¥' },
      zone: 'Asia/Shanghai',
      map_key: null,
      ...more,
    },
  });
}
