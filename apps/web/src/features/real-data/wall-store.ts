/**
 * What the wall shows, outside React: readings come by the thousand, each changes its cells at
 * once, and what changed is told once per animation frame to the cells it concerns alone.
 */
import type { Measurement, MeasurementField } from '@busbar/domain/device/measurement';
import type { SparkPoint } from '../../charts/sparkline-path.ts';

/** The line of a cell covers a quarter of an hour. */
export const LINE_MS = 15 * 60_000;
/** Two points a second are finer than a line of a cell can show. */
const LEAST_STEP_MS = 500;

export interface CellValue {
  readonly value: number;
  /** When it was measured, epoch ms. */
  readonly ts: number;
}

export interface WallStore {
  newest(device: string, field: MeasurementField): CellValue | undefined;
  points(device: string, field: MeasurementField): readonly SparkPoint[];
  subscribe(device: string, field: MeasurementField, listener: () => void): () => void;
  take(device: string, ts: number, values: Measurement): void;
}

interface Cell {
  newest: CellValue | undefined;
  points: SparkPoint[];
  readonly listeners: Set<() => void>;
}

export type NextFrame = (draw: () => void) => void;

export function createWallStore(
  nextFrame: NextFrame = (draw) => void requestAnimationFrame(draw),
): WallStore {
  const devices = new Map<string, Map<MeasurementField, Cell>>();
  const changed = new Set<Cell>();

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

  const tell = () => {
    const told = [...changed];
    changed.clear();
    for (const { listeners } of told) for (const listener of [...listeners]) listener();
  };

  return {
    newest: (device, field) => cellOf(device, field).newest,
    points: (device, field) => cellOf(device, field).points,
    subscribe(device, field, listener) {
      const { listeners } = cellOf(device, field);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take(device, ts, values) {
      const cells = devices.get(device);
      if (cells === undefined) return;
      for (const [field, cell] of cells) {
        const value = values[field];
        if (value === undefined) continue;
        addPoint(cell.points, { ts, value });
        // What is read late is history: it never stands above a newer value.
        if (cell.newest === undefined || ts >= cell.newest.ts) cell.newest = { ts, value };
        if (changed.size === 0) nextFrame(tell);
        changed.add(cell);
      }
    },
  };
}

/** Kept in order of time; what is older than two lines goes. */
function addPoint(points: SparkPoint[], point: SparkPoint): void {
  const last = points.at(-1);
  if (last !== undefined && point.ts <= last.ts) {
    const at = points.findLastIndex(({ ts }) => ts <= point.ts);
    if (points[at]?.ts === point.ts) points[at] = point;
    else points.splice(at + 1, 0, point);
    return;
  }
  const before = points.at(-2);
  const isDense = before !== undefined && point.ts - before.ts < LEAST_STEP_MS;
  if (isDense) points[points.length - 1] = point;
  else points.push(point);
  if (points[0]!.ts < point.ts - 2 * LINE_MS) {
    points.splice(
      0,
      points.findIndex(({ ts }) => ts >= point.ts - LINE_MS),
    );
  }
}
