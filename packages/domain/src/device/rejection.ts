/**
 * Reasons for the rejection of a message, or of a part of it. The list is closed: an administrator
 * sees these reasons with the stored message. `unknown-slave` and `too-old` are set by the
 * platform, which knows slaves and the time; the others by the decoder of a device protocol.
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

export function rejection(reason: RejectReason, detail: string, index?: number): Rejection {
  const cut = detail.slice(0, 200);
  return index === undefined ? { reason, detail: cut } : { reason, index, detail: cut };
}
