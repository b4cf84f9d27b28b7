/** Short but complete responses that many tests need. */
import type { AnswerFor, ContractServer } from '../contract-server.ts';

export type LogRow = AnswerFor<'v2.log.control-list'>['data']['list'][number];

export const LOG_ROWS: LogRow[] = [
  {
    id: 902,
    device_code: 'MT61-HARBOUR-01',
    device_name: 'Pump house',
    proc_mode: 'Remote control',
    log_time: '2026-11-20 21:04:05',
    ts: Date.UTC(2026, 10, 20, 13, 4, 5),
    op_command: 'open',
    status: 'confirmed',
    user_name: 'mira',
    client_address: '10.0.0.7',
    command_id: '0197-aa',
    detail: 'before closeByCommand, after openByCommand',
    detail_parts: [
      { word: 'before', value: 'closeByCommand' },
      { word: 'after', value: 'openByCommand' },
      { word: 'tower', value: 'North hill, User 2' },
      { word: 'cause', value: 'voltage-low' },
      { word: 'bus', value: '45.5' },
    ],
  },
  {
    id: 901,
    device_code: 'MT61-HARBOUR-01',
    device_name: 'Pump house',
    proc_mode: 'Remote control',
    log_time: '2026-11-20 21:03:00',
    ts: Date.UTC(2026, 10, 20, 13, 3, 0),
    op_command: 'close',
    status: 'refused:close-disabled',
    user_name: '=mira',
    client_address: '10.0.0.7',
    command_id: null,
    detail: '',
    detail_parts: [],
  },
];

export function answerLog(server: ContractServer, rows = LOG_ROWS, total = 40): void {
  server.answer('v2.log.control-list', { data: { list: rows, total } });
}
