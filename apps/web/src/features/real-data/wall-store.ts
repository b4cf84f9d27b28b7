/**
 * State of the live wall outside React. Readings arrive by the thousand and update their cells
 * immediately; the affected cells are notified between frames, each at its own rate and no more per
 * frame than there is time for. Cells are notified in page order: a frame whose changes are
 * adjacent has less to paint than one with changes all over the wall.
 */
import type { Measurement, MeasurementField } from '@busbar/domain/device/measurement';
import { staleAfterMs } from '@busbar/domain/device/presence';
import type { SparkPoint } from '../../charts/spark/sparkline-path.ts';

/** The line of a cell covers 15 minutes. */
export const LINE_MS = 15 * 60_000;
/** Three points in four seconds, including lowest and highest, are finer than a line can show. */
const STEP_MS = 4_000;
/** A number that changes more often than four times a second is unreadable. */
export const NUMBER_PACE_MS = 250;
export const LINE_PACE_MS = 1_000;
/** More than 200 cells require at these rates: 1,000 notifications/s at 60 frames/s. */
const MAX_NOTIFIED_PER_FRAME = 20;

export interface CellValue {
  readonly value: number;
  /** Measurement time, epoch ms. */
  readonly ts: number;
}

export interface WallStore {
  newest(device: string, field: MeasurementField): CellValue | undefined;
  points(device: string, field: MeasurementField): readonly SparkPoint[];
  /** Age in ms from which a value of the device counts as stale. */
  staleMs(device: string): number;
  /** Sets the expected report interval of the device, s. */
  expect(device: string, intervalS: number): void;
  /** Notifies about a change immediately, then at most once per `paceMs`. */
  subscribe(
    device: string,
    field: MeasurementField,
    listener: () => void,
    paceMs: number,
  ): () => void;
  take(device: string, ts: number, values: Measurement): void;
}

interface Cell {
  newest: CellValue | undefined;
  points: SparkPoint[];
  readonly listeners: Set<Listener>;
}

interface Listener {
  readonly notify: () => void;
  readonly paceMs: number;
  /** Timestamp of the animation frame clock. */
  dueAt: number;
  waits: boolean;
}

export type NextFrame = (draw: (now: number) => void) => void;

export function createWallStore(
  nextFrame: NextFrame = (draw) => void requestAnimationFrame(draw),
): WallStore {
  const devices = new Map<string, Map<MeasurementField, Cell>>();
  const intervals = new Map<string, number>();
  /** In page order; each tick continues round-robin at `next`. */
  const listeners: Listener[] = [];
  let next = 0;
  let waiting = 0;
  let isTicking = false;

  const cellOf = (device: string, field: MeasurementField): Cell => {
    const cells = devices.get(device) ?? new Map<MeasurementField, Cell>();
    devices.set(device, cells);
    let cell = cells.get(field);
    if (cell === undefined) {
      cell = { newest: undefined, points: [], listeners: new Set() };
      cells.set(field, cell);
    }
    return cell;
  };

  const calm = (listener: Listener) => {
    if (!listener.waits) return;
    listener.waits = false;
    waiting -= 1;
  };

  const tick = (now: number) => {
    let notified = 0;
    const round = listeners.length;
    for (let seen = 0; seen < round && notified < MAX_NOTIFIED_PER_FRAME; seen++) {
      if (next >= listeners.length) next = 0;
      const listener = listeners[next];
      if (listener === undefined) break;
      next += 1;
      if (!listener.waits || listener.dueAt > now) continue;
      calm(listener);
      listener.dueAt = now + listener.paceMs;
      listener.notify();
      notified += 1;
    }
    isTicking = waiting > 0;
    if (isTicking) nextFrame(tick);
  };

  return {
    newest: (device, field) => cellOf(device, field).newest,
    points: (device, field) => cellOf(device, field).points,
    staleMs: (device) => staleAfterMs(intervals.get(device)),
    expect: (device, intervalS) => void intervals.set(device, intervalS),
    subscribe(device, field, notify, paceMs) {
      const cell = cellOf(device, field);
      const listener: Listener = { notify, paceMs, dueAt: 0, waits: false };
      cell.listeners.add(listener);
      listeners.push(listener);
      return () => {
        cell.listeners.delete(listener);
        listeners.splice(listeners.indexOf(listener), 1);
        calm(listener);
      };
    },
    take(device, ts, values) {
      const cells = devices.get(device);
      if (cells === undefined) return;
      for (const [field, cell] of cells) {
        const value = values[field];
        if (value === undefined) continue;
        addPoint(cell.points, { ts, value });
        // A late reading is history: it never replaces a newer value.
        if (cell.newest === undefined || ts >= cell.newest.ts) cell.newest = { ts, value };
        for (const listener of cell.listeners) {
          if (!listener.waits) waiting += 1;
          listener.waits = true;
        }
        if (isTicking || waiting === 0) continue;
        isTicking = true;
        nextFrame(tick);
      }
    },
  };
}

/** Points are stored in time order; those older than two lines are removed. */
function addPoint(points: SparkPoint[], point: SparkPoint): void {
  const last = points.at(-1);
  if (last !== undefined && point.ts <= last.ts) {
    const at = points.findLastIndex(({ ts }) => ts <= point.ts);
    if (points[at]?.ts === point.ts) points[at] = point;
    else points.splice(at + 1, 0, point);
    return;
  }
  points.push(point);
  thinLastStep(points);
  if (points[0]!.ts < point.ts - 2 * LINE_MS) {
    points.splice(
      0,
      points.findIndex(({ ts }) => ts >= point.ts - LINE_MS),
    );
  }
}

/** Retains the lowest, highest and last point of a step, so that no peak is lost. */
function thinLastStep(points: SparkPoint[]): void {
  const last = points.length - 1;
  const stepOf = (i: number) => Math.floor(points[i]!.ts / STEP_MS);
  if (last < 3 || stepOf(last - 3) !== stepOf(last)) return;
  const [a, b, c] = [last - 3, last - 2, last - 1].map((i) => points[i]!.value) as [
    number,
    number,
    number,
  ];
  const isBetween = (v: number, one: number, other: number) =>
    v >= Math.min(one, other) && v <= Math.max(one, other);
  points.splice(isBetween(a, b, c) ? last - 3 : isBetween(b, a, c) ? last - 2 : last - 1, 1);
}
