/** Events of a chart: their kinds, whose they are, which of them are shown, and their order. */
import type { ChartMark, MarkShape } from '../../charts/chart-marks.ts';

export const EVENT_KINDS = ['command', 'alarm', 'gap'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_SHAPES: Readonly<Record<EventKind, MarkShape>> = {
  command: 'triangle',
  alarm: 'diamond',
  gap: 'band',
};

/** The line of a comparison whose events they are. */
export interface EventLine {
  /** At the end of the line, and beside its marks. */
  readonly mark: string;
  readonly label: string;
  readonly color: string;
  /** Place among the lines: their marks stand under each other. */
  readonly lane: number;
  /** How much later than it was it is drawn, ms. */
  readonly shiftMs: number;
}

export interface DeviceEvent {
  readonly key: string;
  readonly kind: EventKind;
  readonly atMs: number;
  /** Where it ended; for what has no length its beginning. */
  readonly endMs: number;
  /** How far it reaches: without end while it stands. */
  readonly untilMs: number;
  readonly words: string;
  /** Undefined where the chart is of one device alone. */
  readonly line: EventLine | undefined;
}

const NONE = 'none';

/** The kinds named in the address; all without any. */
export function shownKinds(events: string | undefined): readonly EventKind[] {
  if (events === undefined) return EVENT_KINDS;
  const named = new Set(events.split(','));
  return EVENT_KINDS.filter((kind) => named.has(kind));
}

/** As it stands in the address; undefined for all. */
export function kindsText(kinds: readonly EventKind[]): string | undefined {
  if (kinds.length === EVENT_KINDS.length) return undefined;
  return kinds.length === 0 ? NONE : kinds.join(',');
}

/** Newest first, as every list of the product. */
export function inOrder(events: readonly DeviceEvent[]): DeviceEvent[] {
  return events.toSorted((a, b) => b.atMs - a.atMs || a.key.localeCompare(b.key));
}

/** Where an event stands on the axis, in the colour of its line or else of its kind. */
export function markOf(
  { kind, atMs, untilMs, line }: DeviceEvent,
  colors: Readonly<Record<EventKind, string>>,
): ChartMark {
  const [shape, shiftMs] = [EVENT_SHAPES[kind], line?.shiftMs ?? 0];
  const place = { shape, atMs: atMs + shiftMs, endMs: untilMs + shiftMs };
  if (line === undefined) return { ...place, color: colors[kind] };
  return { ...place, color: line.color, of: { label: line.mark, lane: line.lane } };
}
