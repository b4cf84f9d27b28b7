/**
 * Why a message, or one part of it, was not taken. The list is closed: an
 * administrator reads these words beside the kept message. `unknown-slave`
 * and `too-old` are said by the platform, which knows slaves and the time.
 */
export const REJECT_REASONS = [
  'too-large',
  'not-utf8',
  'not-json',
  'not-an-object',
  'too-many',
  'bad-time',
  'bad-address',
  'wrong-type',
  'not-finite',
  'out-of-bounds',
  'missing-field',
  'unknown-word',
  'bad-text',
  'too-deep',
  'unknown-slave',
  'too-old',
] as const;

export type RejectReason = (typeof REJECT_REASONS)[number];

export interface Rejection {
  readonly reason: RejectReason;
  /** Position in the array the message was, or in its list of slaves. */
  readonly index?: number;
  /** One plain sentence, at most 200 characters, safe to show. */
  readonly detail: string;
}

/** What became of one message: its good parts, its bad parts, and how much was not known. */
export interface Decoded<T> {
  readonly accepted: readonly T[];
  readonly rejected: readonly Rejection[];
  readonly unknownFields: number;
}

/** Control characters and half characters would break stores and screens further in. */
export const UNSAFE_TEXT = /[\p{Cc}\p{Cs}]/u;

const UNSAFE_TEXT_EVERYWHERE = new RegExp(UNSAFE_TEXT, 'gu');

/** A device's own words, cut and cleaned, for a rejection's detail. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.slice(0, 60).replace(UNSAFE_TEXT_EVERYWHERE, '?');
}

/** Thrown inside a decoder and turned into a rejection at its edge; never leaves the package. */
export class Unreadable extends Error {
  readonly reason: RejectReason;

  constructor(reason: RejectReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export function rejection(reason: RejectReason, detail: string, index?: number): Rejection {
  const cut = detail.slice(0, 200);
  return index === undefined ? { reason, detail: cut } : { reason, index, detail: cut };
}

/** The rejection an `Unreadable` stands for; any other error is a bug and goes on. */
export function rejectionOf(error: unknown, index?: number): Rejection {
  if (!(error instanceof Unreadable)) throw error;
  return rejection(error.reason, error.message, index);
}
