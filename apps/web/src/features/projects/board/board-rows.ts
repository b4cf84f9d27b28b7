/** The rows of a project's board, patched by events, and their totals. */
import type { LampsMessage } from '@busbar/contract/realtime';
import { rowChange, withChange } from '../../../components/device-tree/row-after-event.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';

type BoardAnswer = Answer<'v2.project-board'>;
export type BoardRow = BoardAnswer['data']['list'][number];

/** Unchanged rows are the same objects, so only changed rows re-render. */
export function boardAfterEvent(
  answer: BoardAnswer,
  event: RealtimeEvent,
): BoardAnswer | undefined {
  // Alarm counts are contained only in the response, not in events.
  if (event.type === 'ALARMS') return undefined;
  const { list } = answer.data;
  const at = list.findIndex((row) => row.device_id === event.deviceId);
  const row = list[at];
  const next = row && rowAfter(row, event);
  if (next === undefined || next === row) return answer;
  return { ...answer, data: { ...answer.data, list: list.with(at, next) } };
}

function rowAfter(row: BoardRow, event: RealtimeEvent): BoardRow {
  if (event.type === 'LAMPS') {
    return event.check.lamp_group_id === row.lamp_group_id
      ? { ...row, ...checkOf(event.check) }
      : row;
  }
  const { status = row.status, presence = row.presence } = rowChange(row, event);
  return withChange(row, { status, presence });
}

function checkOf({ lamp_group_id: _group, project_id: _project, ts: _ts, ...check }: LampsMessage) {
  return check;
}

export interface BoardTotals {
  readonly groups: number;
  readonly lamps: number;
  /** Sum over the groups that could be counted; null if there are none. */
  readonly lampsOn: number | null;
  readonly failed: number | null;
  /** kW. */
  readonly measuredKw: number | null;
  readonly expectedKw: number | null;
  readonly attention: number;
}

/** Totals of the groups in use. */
export function boardTotals(rows: readonly BoardRow[]): BoardTotals {
  const used = rows.filter((row) => row.in_use);
  const sum = (pick: (row: BoardRow) => number | null) => {
    const known = used.flatMap((row) => pick(row) ?? []);
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
  };
  return {
    groups: used.length,
    lamps: used.reduce((all, row) => all + row.lamp_count, 0),
    lampsOn: sum((row) => row.lamps_on),
    failed: sum((row) => row.failed),
    measuredKw: sum((row) => row.measured_power),
    expectedKw: sum((row) => row.expected_power),
    attention: used.filter(needsAttention).length,
  };
}

const IN_ORDER: readonly (string | null)[] = ['good', 'off', 'warming', 'dimmed', 'edge', null];

export function isInOrder(verdict: string | null): boolean {
  return IN_ORDER.includes(verdict);
}

/** Returns true if something is wrong or the state cannot be determined. */
export function needsAttention({ in_use: inUse, verdict, findings }: BoardRow): boolean {
  return inUse && (!isInOrder(verdict) || Object.keys(findings).length > 0);
}
