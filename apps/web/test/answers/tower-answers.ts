/** Tower responses of the mock server; a test specifies only the relevant members. */
import type {
  TowerBill,
  TowerSettings,
  TowerState,
  TowerUserState,
} from '../../src/features/tower/api/use-towers.ts';
import type { ContractServer } from '../contract-server.ts';

export function towerUser(over: Partial<TowerUserState> = {}): TowerUserState {
  return {
    slot: 1,
    name: 'Operator A',
    hidden: false,
    device_code: 'TOWER-0001-U1',
    device_name: 'Branch 1',
    priority: 1,
    standby_type: 'voltage',
    cut_v: 46,
    reconnect_v: 50.5,
    standby_minutes: 120,
    standby_kwh: 5,
    mode: 'auto',
    return_at: null,
    state: 'on',
    cause: 'in-time',
    since: Date.now() - 3_600_000,
    position: 'close',
    action: 'closeByCommand',
    position_since: Date.now() - 3_600_000,
    busy: false,
    refusal: null,
    load_kw: 1.25,
    outage_kwh: null,
    in_time: true,
    period: null,
    next_edge_at: null,
    ...over,
  };
}

export function towerState(over: Partial<TowerState> = {}): TowerState {
  const now = Date.now();
  return {
    id: 5,
    name: 'North hill',
    now,
    reading_at: now - 4_000,
    fresh: true,
    device_gone: false,
    mains: 'present',
    mains_since: now - 86_400_000,
    absent_since: null,
    mains_v: 229,
    mains_min_v: 160,
    input_kw: 5.8,
    bus_v: 53.5,
    battery_v: 53.4,
    battery_kwh: 20,
    temperature_c: 25,
    load_kw: 5.5,
    drawn_kwh: null,
    remaining_minutes: null,
    users: [
      towerUser(),
      towerUser({
        slot: 2,
        name: '<b>Operator B</b>',
        state: 'cut',
        cause: 'voltage-low',
        position: 'open',
        action: 'openByCommand',
        load_kw: 0,
        refusal: 'device-offline',
      }),
    ],
    ...over,
  };
}

const PERIOD = { begin: '22:00', end: '06:00', valid: true };

export function towerBill(over: Partial<TowerBill> = {}): TowerBill {
  return {
    start: '2026-11-01',
    end: '2026-11-30',
    state: 'open',
    starts: ['2026-10-01', '2026-11-01'],
    users: [
      {
        slot: 1,
        name: 'Operator A',
        device_codes: ['TOWER-0001-U1'],
        periods: [{ ...PERIOD, ept: 120.5, fee: 31.25 }],
        outside: { ept: 200, fee: 130.75 },
        unshared: { ept: 0, fee: 0 },
        changed: false,
        provisional: true,
        ept: 320.5,
        fee: 162,
      },
    ],
    ept: 320.5,
    fee: 162,
    input_ept: null,
    rest_ept: null,
    ...over,
  };
}

const device = { device_code: 'TOWER-0001-DC', device_name: 'Rectifier' };
const place = { project_id: 3, project_name: 'Hills' };

export function towerSettings(): TowerSettings {
  const { priority, standby_type, cut_v, reconnect_v, standby_minutes, standby_kwh } = towerUser();
  return {
    id: 5,
    name: 'North hill',
    ...place,
    ...device,
    mains_min_v: 160,
    cut_delay_s: 10,
    hold_s: 60,
    stagger_s: 10,
    battery_kwh: 20,
    users: [
      {
        slot: 1,
        name: 'Operator A',
        hidden: false,
        device_code: 'TOWER-0001-U1',
        device_name: 'Branch 1',
        priority,
        standby_type: standby_type as 'voltage',
        cut_v,
        reconnect_v,
        standby_minutes,
        standby_kwh,
        periods: [PERIOD],
      },
    ],
  };
}

export function answerTower(server: ContractServer): void {
  server.answer('v2.projects', {
    data: {
      list: [
        {
          id: 3,
          name: 'Hills',
          type: 'tower',
          description: '',
          creator: 'ana',
          created_date: '2026-11-01 10:00:00',
          group_id: 1,
          group_name: 'All',
          lamp_groups: 0,
          lamp_groups_in_use: 0,
          lamps: 0,
          towers: 1,
          open_alarms: 0,
          open_warnings: 0,
        },
      ],
      total: 1,
    },
  });
  server.answer('v2.tower-devices', {
    data: {
      list: [
        { id: 5, name: 'North hill', ...place, ...device, mains: 'present', absent_since: null },
      ],
      total: 1,
    },
  });
  server.answer('v2.tower-device.state', { data: towerState() });
  server.answer('v2.tower-device', { data: towerSettings() });
  server.answer('v2.tower-device.outages', {
    data: {
      list: [{ began_at: Date.now() - 900_000, ended_at: null, lowest_v: 45.1, cuts: 1 }],
      total: 1,
    },
  });
  server.answer('v2.tower-device.events', {
    data: {
      list: [
        {
          id: 9,
          slot: 2,
          user: 'Operator B',
          at: Date.now() - 60_000,
          from: 'on',
          event: 'standby-over',
          to: 'cut',
          cause: 'voltage-low',
          bus_v: 45.1,
          decided_by: '',
        },
      ],
      total: 1,
    },
  });
  server.answer('v2.tower-device.bill', { data: towerBill() });
}
