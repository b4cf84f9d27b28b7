/**
 * Reasons for the rejection of a message, or of a part of it. The list is closed: an administrator
 * sees these reasons with the stored message. `unknown-slave` and `too-old` are set by the
 * platform, which knows slaves and the time.
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
  /** Index in the array of the message, or in its list of slaves. */
  readonly index?: number;
  /** One plain sentence, at most 200 characters, safe to display. */
  readonly detail: string;
}

/**
 * Result of one message: its accepted parts, its rejected parts, and the number of unknown fields.
 */
export interface Decoded<T> {
  readonly accepted: readonly T[];
  readonly rejected: readonly Rejection[];
  readonly unknownFields: number;
}

/** Control characters and unpaired surrogates can break stores and screens. */
export const UNSAFE_TEXT = /[\p{Cc}\p{Cs}]/u;

const UNSAFE_TEXT_EVERYWHERE = new RegExp(UNSAFE_TEXT, 'gu');

/** Text sent by a device, truncated and cleaned, for the detail of a rejection. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.slice(0, 60).replace(UNSAFE_TEXT_EVERYWHERE, '?');
}

/**
 * Thrown inside a decoder and converted to a rejection at its boundary; never leaves the package.
 */
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

/** Converts an `Unreadable` to a rejection; any other error is a bug and is thrown again. */
export function rejectionOf(error: unknown, index?: number): Rejection {
  if (!(error instanceof Unreadable)) throw error;
  return rejection(error.reason, error.message, index);
}
