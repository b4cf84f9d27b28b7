/** Draft of a maintenance visit; times are wall clock in the customer's time zone. */
import { formatMoment } from '@busbar/domain/formats/time-format';
import { isMoment } from '@busbar/domain/formats/wall-clock';
import type { Visit } from '../api/use-visits.ts';

export interface DraftPart {
  readonly key: number;
  readonly name: string;
  readonly quantity: number;
}

export interface VisitDraft {
  /** Undefined for the whole project. */
  readonly group: number | undefined;
  /** `YYYY-MM-DD HH:mm:ss`, or typed text that is not a valid time. */
  readonly from: string;
  readonly to: string;
  readonly worker: string;
  readonly notes: string;
  readonly parts: readonly DraftPart[];
  readonly silence: boolean;
}

let lastKey = 0;

export function newPart(part: { name: string; quantity: number }): DraftPart {
  lastKey += 1;
  return { ...part, key: lastKey };
}

export function draftOf(
  visit: Visit | undefined,
  day: string | undefined,
  zone: string,
): VisitDraft {
  if (visit === undefined) {
    return {
      group: undefined,
      from: `${day} 08:00:00`,
      to: `${day} 12:00:00`,
      worker: '',
      notes: '',
      parts: [],
      silence: true,
    };
  }
  const field = (at: number) => `${formatMoment(at, zone).slice(0, 16)}:00`;
  return {
    group: visit.lamp_group_id ?? undefined,
    from: field(visit.from),
    to: field(visit.to),
    worker: visit.worker,
    notes: visit.notes,
    parts: visit.parts.map(newPart),
    silence: visit.silence,
  };
}

export function isVisitWrong({ from, to }: VisitDraft): boolean {
  return !isMoment(from) || !isMoment(to) || from >= to;
}

/** Parts without a name are omitted. */
export function bodyOf(draft: VisitDraft) {
  return {
    from: draft.from,
    to: draft.to,
    worker: draft.worker.trim(),
    notes: draft.notes.trim(),
    parts: draft.parts
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, quantity }) => ({ name: name.trim(), quantity })),
  };
}
