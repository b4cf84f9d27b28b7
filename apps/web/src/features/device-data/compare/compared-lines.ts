/** Lines of a comparison: the device itself, other devices, each also for the other period. */
import { MAX_SERIES } from '../../../charts/series-colors.ts';
import type { Span } from '../history/history-span.ts';

export interface ComparedSeries {
  /** Column of the result. `mark` is the number at the end of the line. */
  readonly key: string;
  readonly mark: string;
  readonly code: string;
  readonly span: Span;
  readonly isOther: boolean;
  /** Index of its colour, the same for both periods of a device. */
  readonly color: number;
}

/** The device first, then the others without duplicates, as many as can be distinguished. */
export function comparedCodes(
  code: string,
  others: string | undefined,
  hasOther: boolean,
): readonly string[] {
  const named = (others ?? '').split(',').filter((one) => one !== '');
  return [...new Set([code, ...named])].slice(0, mostDevices(hasOther));
}

export function mostDevices(hasOther: boolean): number {
  return hasOther ? Math.floor(MAX_SERIES / 2) : MAX_SERIES;
}

export function comparedSeries(
  codes: readonly string[],
  present: Span,
  other: Span | undefined,
): readonly ComparedSeries[] {
  const spans = other === undefined ? [present] : [present, other];
  return spans
    .flatMap((span) => codes.map((code, color) => ({ code, color, span, isOther: span === other })))
    .map((line, at) => ({ ...line, key: `line${at + 1}`, mark: String(at + 1) }));
}
