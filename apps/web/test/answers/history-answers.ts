/** Responses of the mock server with readings and events of devices. */
import type { AnswerFor, ContractServer } from '../contract-server.ts';

export type HistoryRows = AnswerFor<'v1.data.findVariableByDateTime'>['data'];
type CommandLogRow = AnswerFor<'v2.log.control-list'>['data']['list'][number];

const pageOf = (data: HistoryRows) => ({
  data,
  means: [],
  currentPage: 1,
  totalPage: 1,
  totalCount: data.length,
  rows: 13,
});

/** Values before `thinnedBefore` (ms) are stored only as quarter hours. */
export function answerHistory(
  server: ContractServer,
  rows: HistoryRows,
  thinnedBefore?: number,
): void {
  answerHistoryOf(server, () => rows, thinnedBefore);
}

/** Sets the readings of each device in the requested span. */
export function answerHistoryOf(
  server: ContractServer,
  rowsOf: (code: string, startMs: number) => HistoryRows,
  thinnedBefore = 0,
): void {
  server.answer('v1.data.findVariableByDateTime', ({ body }) => {
    const startMs = Number(body.startTime);
    const page = pageOf(rowsOf(String(body.deviceId), startMs));
    return startMs < thinnedBefore ? { ...page, thinnedBefore } : page;
  });
}

export function answerCommandLog(
  server: ContractServer,
  list: readonly CommandLogRow[] = [],
): void {
  server.answer('v2.log.control-list', { data: { list: [...list], total: list.length } });
}

export function commandLogRow(more: Partial<CommandLogRow> = {}): CommandLogRow {
  return {
    id: 1,
    device_code: '866123000010001',
    device_name: 'Pump house',
    proc_mode: 'Remote control',
    log_time: '2026-11-20 20:55:00',
    ts: Date.parse('2026-11-20T12:55:00Z'),
    op_command: 'Open',
    status: 'confirmed',
    user_name: 'mira',
    client_address: '10.0.0.7',
    command_id: 'cmd-1',
    detail: '',
    detail_parts: [],
    ...more,
  };
}
