/** Events of a chart: their kinds, which of them are shown, and their order. */
import type { MarkShape } from '../../charts/chart-marks.ts';

export const EVENT_KINDS = ['command', 'alarm', 'gap'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_SHAPES: Readonly<Record<EventKind, MarkShape>> = {
  command: 'triangle',
  alarm: 'diamond',
  gap: 'band',
};

export interface DeviceEvent {
  readonly key: string;
  readonly kind: EventKind;
  readonly atMs: number;
  /** Where it ended; for what has no length its beginning. */
  readonly endMs: number;
  /** How far it reaches: without end while it stands. */
  readonly untilMs: number;
  readonly words: string;
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
