/** Results of the decoders, and how they reject unreadable input. */
import { type Rejection, type RejectReason, rejection } from '@busbar/domain/device/rejection';

/** Result of one message: its accepted and rejected parts, and the number of unknown fields. */
export interface Decoded<T> {
  readonly accepted: readonly T[];
  readonly rejected: readonly Rejection[];
  readonly unknownFields: number;
}

/** Control characters and unpaired surrogates, which databases reject and screens show wrongly. */
export const UNSAFE_TEXT = /[\p{Cc}\p{Cs}]/u;

const UNSAFE_TEXT_EVERYWHERE = new RegExp(UNSAFE_TEXT, 'gu');

/** Text sent by a device, truncated and cleaned, for the detail of a rejection. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.slice(0, 60).replace(UNSAFE_TEXT_EVERYWHERE, '?');
}

/** Thrown in a decoder and converted to a rejection at its boundary; never leaves the package. */
export class Unreadable extends Error {
  readonly reason: RejectReason;

  constructor(reason: RejectReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Converts an `Unreadable` to a rejection; any other error is a bug and is thrown again. */
export function rejectionOf(error: unknown, index?: number): Rejection {
  if (!(error instanceof Unreadable)) throw error;
  return rejection(error.reason, error.message, index);
}
