/** Received bytes that are not part of an answer, counted by reason. */

export const DISCARD_REASONS = [
  /** Bytes outside a frame. */
  'noise',
  /** Start of a frame whose checksum or end byte is wrong. */
  'wrong-check',
  /** Start of a frame whose rest was not received in time. */
  'cut',
  /** Start of a frame whose length byte exceeds the protocol's limit. */
  'too-long',
  /** FE bytes outside a frame. */
  'wake-up',
  'heartbeat',
  /** Our own request, returned by the line. */
  'echo',
  /** Frame of a slave from which no answer is expected. */
  'other-slave',
  /** Answer of the expected slave, or of an earlier request, that does not fit the request. */
  'late',
] as const;

export type DiscardReason = (typeof DISCARD_REASONS)[number];

/** Number of bytes for each reason. */
export type Discards = Record<DiscardReason, number>;

export function noDiscards(): Discards {
  return Object.fromEntries(DISCARD_REASONS.map((reason) => [reason, 0])) as Discards;
}
