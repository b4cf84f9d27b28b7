/** Reports as the server tells of them; a test names only what it is about. */
import type { Report } from '../src/features/data-report/report-state.ts';
import type { ContractServer } from './contract-server.ts';
import { deviceRow } from './device-answers.ts';

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

/** These reports, two devices and one group. */
export function answerReports(server: ContractServer, list: Report[] = []): void {
  server.answer('v2.reports', { data: { list, total: list.length } });
  server.answer('v1.sys.group.findAll', { data: [] });
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
