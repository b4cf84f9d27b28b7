/**
 * Responses of the mock server for reports and scheduled reports; a test specifies only the
 * relevant members.
 */
import type { Report } from '../../src/features/data-report/report-state.ts';
import type { Schedule, Schedules } from '../../src/features/data-report/schedule.ts';
import type { ContractServer } from '../contract-server.ts';
import { deviceRow } from './device-answers.ts';
import { settlementData } from './energy-answers.ts';
import { SELF } from './schedule-row.ts';

export function reportTask(over: Partial<Report> = {}): Report {
  return {
    task_id: 41,
    progress: 100,
    state: 'done',
    type: 'energy',
    format: 'xlsx',
    language: 'en',
    start: '2026-11-01 00:00:00',
    end: '2026-11-11 00:00:00',
    cut: false,
    note: '',
    devices: null,
    device_ids: null,
    group_id: 3,
    rows: 1240,
    bytes: 48_200,
    created_at: Date.parse('2026-11-20T04:00:00Z'),
    ended_at: Date.parse('2026-11-20T04:00:02Z'),
    failure: '',
    failure_text: '',
    ...over,
  };
}

/** Sets the given reports, two devices and one group. */
export function answerReports(server: ContractServer, list: Report[] = []): void {
  server.answer('v2.reports', { data: { list, total: list.length } });
  server.answer('v1.sys.group.findAll', { data: [] });
  server.answer('v2.settlement', { data: settlementData() });
  server.answer('v2.devices', {
    data: {
      list: [
        deviceRow(),
        deviceRow({ id: 12, device_code: '866123000010002', device_name: 'Crane' }),
      ],
      total: 2,
    },
  });
}

/** Sets the given schedules; the user and Noor have mail addresses, Ivo has none. */
export function answerSchedules(
  server: ContractServer,
  list: Schedule[] = [],
  over: Partial<Schedules> = {},
): void {
  answerReports(server);
  const people = [
    { ...SELF, mail: true },
    { id: 8, name: 'noor', mail: true },
    { id: 9, name: 'ivo', mail: false },
  ];
  server.answer('v2.report-schedules', {
    data: { list, total: list.length, most: 50, mail_available: true, people, ...over },
  });
}
