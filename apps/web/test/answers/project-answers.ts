/** Street-lamp project responses of the mock server; a test specifies only the relevant members. */
import type { AnswerFor, ContractServer } from '../contract-server.ts';

type ProjectRow = AnswerFor<'v2.projects'>['data']['list'][number];
type LampGroupRow = AnswerFor<'v2.device-lamps'>['data']['list'][number];
type LimitRow = AnswerFor<'v2.config.warning'>['data'];
type NoticeRow = AnswerFor<'v2.config.notice'>['data']['list'][number];

export function projectRow(more: Partial<ProjectRow> = {}): ProjectRow {
  return {
    id: 3,
    name: '<b>Harbour road</b>',
    type: 'lamp',
    description: 'Pier to depot',
    creator: 'ana',
    created_date: '2026-11-01 10:00:00',
    group_id: 1,
    group_name: 'All',
    lamp_groups: 2,
    lamp_groups_in_use: 2,
    lamps: 44,
    towers: 0,
    open_alarms: 0,
    open_warnings: 1,
    ...more,
  };
}

export function lampGroupRow(more: Partial<LampGroupRow> = {}): LampGroupRow {
  return {
    id: 5,
    project_id: 3,
    name: 'Pier, north side',
    device_code: '866123000010001',
    lamp_count: 20,
    lamp_power: 0.15,
    error_range: 3,
    lng: 121.481,
    lat: 31.234,
    lng_t: 121.47,
    lat_t: 31.23,
    in_use: true,
    device_id: 11,
    device_name: 'Feeder 1',
    lamp_kind: 'sodium',
    phase: '',
    burn_rule: 'sun',
    on_time: null,
    off_time: null,
    on_offset: 0,
    off_offset: 0,
    dimmed: [],
    position_of_device: false,
    one_lamp_hidden: false,
    installed_power: 3,
    ...more,
  };
}

export function limitRow(more: Partial<LimitRow> = {}): LimitRow {
  return {
    id: 8,
    project_id: 3,
    in_use: true,
    warning_value_1: 20,
    warning_value_2: null,
    warning_value_3: null,
    alarm_value: 1,
    check_time: '21:00',
    scheduled_lamp_count: null,
    actual_lamp_count: 18,
    scheduled_power: null,
    actual_power: 3.024,
    over_rate: 15,
    under_rate: 15,
    power_mode: 'calculated',
    ...more,
  };
}

export function noticeRow(more: Partial<NoticeRow> = {}): NoticeRow {
  return {
    id: 4,
    project_id: 3,
    mail_address: 'lamps@example.org',
    mail_notification: true,
    app_notification: false,
    language: 'fr',
    ...more,
  };
}

export function answerProjects(
  server: ContractServer,
  rows: readonly ProjectRow[] = [projectRow()],
): void {
  server.answer('v2.projects', { data: { list: [...rows], total: rows.length } });
}

export function answerLampGroups(
  server: ContractServer,
  rows: readonly LampGroupRow[] = [
    lampGroupRow(),
    lampGroupRow({ id: 6, name: 'Depot', one_lamp_hidden: true, error_range: 5, lamp_count: 20 }),
  ],
): void {
  server.answer('v2.device-lamps', { data: { list: [...rows], total: rows.length } });
}

export function answerProjectConfig(server: ContractServer): void {
  server.answer('v2.config.warning', { data: limitRow() });
  server.answer('v2.config.alarm', { data: limitRow({ id: 9, alarm_value: 3 }) });
  server.answer('v2.config.notice', { data: { list: [noticeRow()], total: 1 } });
}

type BoardRow = AnswerFor<'v2.project-board'>['data']['list'][number];

export function boardRow(more: Partial<BoardRow> = {}): BoardRow {
  return {
    lamp_group_id: 5,
    project_id: 3,
    name: 'Pier, north side',
    device_id: 11,
    device_code: '866123000010001',
    device_name: 'Feeder 1',
    in_use: true,
    lamp_count: 20,
    lamp_power: 0.1,
    lamp_kind: 'led',
    phase: '',
    lng: 121.481,
    lat: 31.234,
    lng_t: 121.47,
    lat_t: 31.23,
    presence: 'online',
    status: 'switch:closeByTimer',
    verdict: 'good',
    lamps_on: 20,
    failed: 0,
    measured_power: 2,
    expected_power: 2,
    voltage: 230.4,
    checked_at: Date.now() - 60_000,
    reading_at: Date.now() - 65_000,
    findings: {},
    next_check_at: Date.now() + 840_000,
    energy_today: 8.25,
    open_alarms: 0,
    open_warnings: 0,
    ...more,
  };
}

export function boardData(rows: readonly BoardRow[]): AnswerFor<'v2.project-board'>['data'] {
  return {
    list: [...rows],
    total: rows.length,
    towers: [],
    lamp_count: 40,
    lamps_on: 38,
    failed: 2,
    measured_power: 3.8,
    expected_power: 4,
  };
}

export function answerBoard(server: ContractServer, rows: readonly BoardRow[]): void {
  server.answer('v2.project-board', { data: boardData(rows) });
}

type WarningRow = AnswerFor<'v2.proj-warning-list'>['data']['list'][number];

export function recordRow(more: Partial<WarningRow> = {}): WarningRow {
  return {
    id: 9,
    project_id: 3,
    device_code: '866123000010001',
    device_name: 'Feeder 1',
    record_time: '2026-11-21 21:00:00',
    log_detail: '2 lamps, under rate 10 %',
    handled: false,
    project_name: 'Harbour road',
    lamp_group_id: 5,
    lamp_group_name: 'Pier, north side',
    tower_id: null,
    tower_name: '',
    type: 'lampFault',
    phase: null,
    detail_parts: [
      { word: 'failed', value: 2 },
      { word: 'under', value: 10 },
    ],
    facts: { lamps: 20, measured_kw: 1.8, expected_kw: 2 },
    value: 2,
    peak: 2,
    limit: 1,
    unit: '',
    opened_at: Date.UTC(2026, 10, 21, 13),
    ended_at: null,
    handled_at: null,
    handled_by: '',
    handled_note: '',
    warning_type: '灯具故障:Lamp fault',
    ...more,
  };
}
