/** Alarm responses of the mock server; a test specifies only the relevant members. */
import { ALARM_COUNT_FIELDS, type AlarmCountField } from '@busbar/contract/alarm-count-fields';
import type { AlarmChangeMessage } from '@busbar/contract/realtime';
import type { AnswerFor, ContractServer } from '../contract-server.ts';
import { push } from '../fake-web-socket.ts';

export type AlarmRow = AnswerFor<'v2.alarms'>['data']['list']['alarm_list'][number];
type Counts = AnswerFor<'v2.alarm-count'>['data']['count'];
type Rule = AnswerFor<'v2.alarm-rules'>['data']['list'][number];

const OPENED = Date.UTC(2026, 10, 21, 7, 0, 0);

export function alarmRow(more: Partial<AlarmRow> = {}): AlarmRow {
  return {
    id: 7,
    device_code: '866123000010001',
    device_name: 'Pump house',
    device_simulated: false,
    alarm_type: '过压:Overvoltage',
    alarm_time: '2026-11-21 15:00:00',
    handled: false,
    device_id: 11,
    group_id: 3,
    type: 'overVoltage',
    kind: 'alarm',
    priority: 2,
    phase: 'A',
    source: 'device',
    count: 3,
    opened_at: OPENED,
    last_at: OPENED + 60_000,
    ended_at: null,
    end_reason: null,
    value: 268.4,
    first_value: 254.1,
    peak: 271.26,
    limit: 253,
    unit: 'V',
    late: false,
    quiet: false,
    snoozed_until: null,
    snoozed_by: '',
    handled_at: null,
    handled_by: '',
    handled_note: '',
    log_detail: '',
    detail_parts: [],
    facts: {},
    ...more,
  };
}

const NO_COUNTS = Object.fromEntries(
  Object.values(ALARM_COUNT_FIELDS).map((field) => [field, 0]),
) as Record<AlarmCountField, 0>;

export function alarmCounts(more: Partial<Counts> = {}): Counts {
  return {
    alarm_count: 0,
    warning_count: 0,
    active_count: 0,
    ...NO_COUNTS,
    ...more,
  };
}

export function answerAlarmList(
  server: ContractServer,
  rows: readonly AlarmRow[],
  total = rows.length,
): void {
  server.answer('v2.alarms', {
    data: { list: { alarm_list: [...rows], count: rows.length, total } },
  });
}

/**
 * Sets the counts of three alarms of a day, from two devices; without earlier data there is no
 * comparison.
 */
export function answerAlarmCount(server: ContractServer): void {
  server.answer('v2.alarm-count', ({ query }) => ({
    data: {
      date_type: String(query?.date_type),
      data_mom: query?.date_type === 'year' ? null : 0.509,
      data_yoy: query?.date_type === 'month' ? -0.25 : null,
      device_alarm_list: [
        {
          device_name: '<b>Pump</b>',
          device_code: '866123000010001',
          percentage: 66.67,
          alarm_count: 2,
        },
        {
          device_name: 'Quay lamp',
          device_code: '866123000010002',
          percentage: 33.33,
          alarm_count: 1,
        },
      ],
      count: alarmCounts({
        alarm_count: 3,
        warning_count: 1,
        active_count: 2,
        count_over_vol: 2,
        count_lack_phase: 1,
        count_anti_tamper: 1,
      }),
    },
  }));
}

/** Sets all responses of the alarm screens: one unhandled and one handled alarm. */
export function answerAlarms(server: ContractServer): void {
  answerAlarmCount(server);
  answerAlarmList(server, [
    alarmRow(),
    alarmRow({
      id: 6,
      device_name: '=Quay lamp',
      device_code: '866123000010002',
      type: 'phaseLoss',
      alarm_type: '缺相:Phase loss',
      handled: true,
      handled_by: 'ana',
      handled_note: 'Fuse exchanged',
      handled_at: OPENED + 120_000,
      ended_at: OPENED + 180_000,
      end_reason: 'recovered',
    }),
  ]);
}

export function ruleRow(more: Partial<Rule> = {}): Rule {
  const figures = { in_use: true, limit: 110, clear: 108, delay_s: 10, hold_s: 10 };
  return {
    alarm_type: 'overVoltage',
    source: 'default',
    group_id: null,
    side: 'above',
    unit: '%',
    min: 100,
    max: 150,
    ...figures,
    defaults: figures,
    ...more,
  };
}

/** Simulates an alarm event on the real-time channel. */
export function pushAlarm(
  change: AlarmChangeMessage['change'],
  more: Partial<AlarmRow> = {},
): void {
  const alarm = alarmRow(more);
  push({
    deviceId: alarm.device_id,
    deviceCode: alarm.device_code,
    msgType: 'ALARMS',
    message: { change, alarm, ts: OPENED },
  });
}
