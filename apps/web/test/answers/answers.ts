/** Small but complete responses that many tests need. */
import type { AnswerFor, ContractServer } from '../contract-server.ts';

export type LogRow = AnswerFor<'v1.sys.log.findByConditions'>['data'][number];

export const LOG_ROWS: LogRow[] = [
  {
    id: 902,
    deviceId: 'MT61-HARBOUR-01',
    deviceName: 'Pump house',
    procMode: 'Remote control',
    logTime: '2026-11-20 21:04:05',
    ts: Date.UTC(2026, 10, 20, 13, 4, 5),
    opCommand: 'open',
    status: 'confirmed',
    userName: 'mira',
    clientAddress: '10.0.0.7',
    commandId: '0197-aa',
    detail: 'before closeByCommand, after openByCommand',
    detailParts: [
      { word: 'before', value: 'closeByCommand' },
      { word: 'after', value: 'openByCommand' },
      { word: 'tower', value: 'North hill, User 2' },
      { word: 'cause', value: 'voltage-low' },
      { word: 'bus', value: '45.5' },
    ],
  },
  {
    id: 901,
    deviceId: 'MT61-HARBOUR-01',
    deviceName: 'Pump house',
    procMode: 'Remote control',
    logTime: '2026-11-20 21:03:00',
    ts: Date.UTC(2026, 10, 20, 13, 3, 0),
    opCommand: 'close',
    status: 'refused:close-disabled',
    userName: '=mira',
    clientAddress: '10.0.0.7',
    commandId: '',
    detail: '',
    detailParts: [],
  },
];

export function answerLog(server: ContractServer, rows = LOG_ROWS, total = 40): void {
  server.answer('v1.sys.log.findByConditions', {
    status: 0,
    totalCount: total,
    currentPage: 1,
    data: rows,
  });
}
