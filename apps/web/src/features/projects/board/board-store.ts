/**
 * Store for the board of a project. Each message updates its row immediately; subscribers are
 * notified at most once per interval, with all updates received since. Unchanged rows are the same
 * objects, so only changed rows re-render.
 */
import type { LampsMessage } from '@busbar/contract/realtime';
import type { Answer } from '../../../lib/calls/call-types.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';

export type Board = Answer<'v2.project-board'>['data'];
export type BoardRow = Board['list'][number];

/** 5 Hz: faster than a person can read, and leaves 200 ms for rendering. */
const PAUSE_MS = 200;

export interface BoardStore {
  rows(): readonly BoardRow[];
  subscribe(listener: () => void): () => void;
  /** Replaces all rows with a new response of the server. */
  replace(rows: readonly BoardRow[]): void;
  /** Returns true if the event belongs to a row of this board. */
  take(event: RealtimeEvent): boolean;
  stop(): void;
}

export function createBoardStore(first: readonly BoardRow[]): BoardStore {
  let shown = first;
  let next = [...first];
  let isChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let atByDevice = indexOf(first);
  const listeners = new Set<() => void>();

  const show = () => {
    timer = undefined;
    if (!isChanged) return;
    isChanged = false;
    shown = next;
    next = [...shown];
    for (const listener of [...listeners]) listener();
    timer = setTimeout(show, PAUSE_MS);
  };
  const changed = () => {
    isChanged = true;
    timer ??= setTimeout(show, 0);
  };

  return {
    rows: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace(rows) {
      next = [...rows];
      atByDevice = indexOf(rows);
      changed();
    },
    take(event) {
      const at = atByDevice.get(event.deviceId);
      const row = at === undefined ? undefined : next[at];
      if (at === undefined || row === undefined) return false;
      const after = rowAfter(row, event);
      if (after !== row) {
        next[at] = after;
        changed();
      }
      return true;
    },
    stop() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}

function indexOf(rows: readonly BoardRow[]): Map<number, number> {
  return new Map(rows.map((row, at) => [row.device_id, at]));
}

function rowAfter(row: BoardRow, event: RealtimeEvent): BoardRow {
  switch (event.type) {
    case 'LAMPS':
      return event.check.lamp_group_id === row.lamp_group_id
        ? { ...row, ...checkOf(event.check) }
        : row;
    case 'REMOTE_CONTROL':
      return event.status === '' || event.status === row.status
        ? row
        : { ...row, status: event.status };
    case 'PRESENCE':
      return event.presence.presence === row.presence
        ? row
        : { ...row, presence: event.presence.presence };
    default:
      return row;
  }
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

/** Sums over the groups in use. */
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
