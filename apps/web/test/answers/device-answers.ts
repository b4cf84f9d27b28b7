/** Device responses of the mock server; a test specifies only the relevant members. */
import { DeviceRow as DeviceRowSchema } from '@busbar/contract/v2/fleet/devices';
import { Create } from 'typebox/value';
import type { AnswerFor, ContractServer } from '../contract-server.ts';

export type DeviceRow = AnswerFor<'v2.devices'>['data']['list'][number];
export type DeviceData = AnswerFor<'v2.device'>['data'];
export type CommandData = AnswerFor<'v2.device.command'>['data'];

export const CODE = '866123000010001';

/** Fields that no test relies on have the empty values of their types. */
export function deviceRow(more: Partial<DeviceRow> = {}): DeviceRow {
  return {
    ...Create(DeviceRowSchema),
    id: 11,
    device_name: 'Pump house',
    device_code: CODE,
    device_type: 'MT61',
    kind: 'main',
    simulated: false,
    parent_code: null,
    slave_address: null,
    channel: null,
    group_id: 3,
    group_name: 'Harbour',
    rate: 1,
    rate_name: 'Industrial',
    address: 'Quay 4',
    status: 'switch:closeByCommand',
    status_at: Date.now() - 3_600_000,
    online: true,
    presence: 'online',
    heard_at: Date.now() - 4_000,
    csq: 23,
    band: '4G',
    rated_vol: 230,
    rated_cur: 63,
    h_version: '1.2',
    s_version: '3.4.1',
    interval_s: 60,
    load_kw: null,
    load_percent: null,
    load_at: null,
    energy_today: null,
    alarm_count: 0,
    alarm_type: null,
    ...more,
  };
}

export function deviceData(more: Partial<DeviceData> = {}): DeviceData {
  return {
    ...deviceRow(),
    interval_s: 60,
    protocol: 'busbar',
    ins_p_history: 12.43,
    variable: {
      ts: Date.now() - 4_000,
      values: {
        volPa: 230.1,
        volPb: 229.8,
        volPc: 231.2,
        curA: 18.2,
        curB: 17.9,
        curC: 18.4,
        insP: 12.43,
        insPa: 4.1,
        insPb: 4.1,
        insPc: 4.23,
        insQ: 2.1,
        insQa: 0.7,
        insQb: 0.7,
        insQc: 0.7,
        insS: 12.61,
        pwrF: 0.986,
        freq: 50.01,
        t: 36.5,
      },
    },
    energy: {
      ts: Date.now() - 60_000,
      values: { epT: 100, epT1: 10, epT2: 40, epT3: 30, epT4: 20, epI: 100, eqT: 7.5 },
    },
    lock: null,
    command: null,
    alarms: [],
    allowed: { open: true, close: false, lock: true, unlock: false },
    ...more,
  };
}

export function commandData(more: Partial<CommandData> = {}): CommandData {
  const now = Date.now();
  return {
    id: 'cmd-1',
    device_code: CODE,
    device_name: 'Pump house',
    op: 'switch',
    switch: 'open',
    state: 'queued',
    reason: null,
    msg: null,
    created_at: now,
    expires_at: now + 30_000,
    times: { queued: now },
    ...more,
  };
}

/** Sets the devices in the tree of every device screen. */
export function answerFleet(server: ContractServer, rows: DeviceRow[] = [deviceRow()]): void {
  server.answer('v2.devices', { data: { list: rows, total: rows.length } });
}

/** A group without defaults for new devices. */
export const NO_DEFAULTS: AnswerFor<'v2.groups.defaults'>['data'] = {
  version: 0,
  own: { rate_id: null, expected_interval_s: null, template_id: null },
  rate: null,
  interval: null,
  template: null,
};

/** Sets the device list and the options of the device form. */
export function answerList(
  server: ContractServer,
  rows: DeviceRow[] = [deviceRow()],
  total = 1,
): void {
  server.answer('v2.devices', { data: { list: rows, total } });
  server.answer('v2.device-type', {
    data: {
      device_type_list: [
        { id: 1, name: 'MT61', kind: 'main' },
        { id: 3, name: 'MT88C', kind: 'gateway' },
      ],
    },
  });
  server.answer('v2.groups.defaults', { data: NO_DEFAULTS });
  server.answer('v2.rates', {
    data: [
      {
        id: 1,
        name: 'Industrial',
        rate_1: 1.25,
        rate_2: 1,
        rate_3: 0.6,
        rate_4: 0.2,
        is_default: 'yes',
        next_start_day: null,
        changeable: true,
      },
    ],
  });
  server.answer('v1.sys.group.findAll', {
    data: [
      { id: 3, name: 'Harbour', parentId: 0 },
      { id: 4, name: 'Quay', parentId: 3 },
    ],
  });
}
