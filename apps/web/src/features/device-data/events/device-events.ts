/** Events of a chart: kinds, lines, filters and order. */
import type { ChartMark, MarkShape } from '../../../charts/chart-marks.ts';

export const EVENT_KINDS = ['command', 'alarm', 'gap'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_SHAPES: Readonly<Record<EventKind, MarkShape>> = {
  command: 'triangle',
  alarm: 'diamond',
  gap: 'band',
};

/** The line of a comparison that the events belong to. */
export interface EventLine {
  /** Number at the end of the line and next to its markers. */
  readonly mark: string;
  readonly label: string;
  readonly color: string;
  /** Index among the lines; each line has a lane of markers. */
  readonly lane: number;
  /** Time by which the line is shifted on the axis, ms. */
  readonly shiftMs: number;
}

export interface DeviceEvent {
  readonly key: string;
  readonly kind: EventKind;
  readonly atMs: number;
  /** End of the event; its start if it has no duration. */
  readonly endMs: number;
  /** End on the chart: infinite while the event is active. */
  readonly untilMs: number;
  readonly text: string;
  /** Undefined if the chart shows a single device. */
  readonly line: EventLine | undefined;
}

const NONE = 'none';

/** The kinds named in the URL; defaults to all. */
export function shownKinds(events: string | undefined): readonly EventKind[] {
  if (events === undefined) return EVENT_KINDS;
  const named = new Set(events.split(','));
  return EVENT_KINDS.filter((kind) => named.has(kind));
}

/** Kinds as stored in the URL; undefined for all. */
export function kindsText(kinds: readonly EventKind[]): string | undefined {
  if (kinds.length === EVENT_KINDS.length) return undefined;
  return kinds.length === 0 ? NONE : kinds.join(',');
}

/** Sorts events newest first, like every list of the product. */
export function inOrder(events: readonly DeviceEvent[]): DeviceEvent[] {
  return events.toSorted((a, b) => b.atMs - a.atMs || a.key.localeCompare(b.key));
}

/** Marker of an event on the axis, in the colour of its line, or of its kind if it has no line. */
export function markOf(
  { kind, atMs, untilMs, line }: DeviceEvent,
  colors: Readonly<Record<EventKind, string>>,
): ChartMark {
  const [shape, shiftMs] = [EVENT_SHAPES[kind], line?.shiftMs ?? 0];
  const place = { shape, atMs: atMs + shiftMs, endMs: untilMs + shiftMs };
  if (line === undefined) return { ...place, color: colors[kind] };
  return { ...place, color: line.color, of: { label: line.mark, lane: line.lane } };
}
