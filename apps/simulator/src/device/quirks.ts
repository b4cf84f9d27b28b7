/** Active misbehaviour of a device. All defaults are a healthy device; `faults.ts` changes them. */
export interface Quirks {
  /** The device's clock minus true time. */
  clockSkewMs: number;
  /**
   * Offset from UTC in ms to which its wall clock was set and which it still uses after the offset
   * of the zone has changed: its times are wrong by the difference. Undefined: it follows the zone.
   */
  wallOffsetMs: number | undefined;
  /** Sends no reports before this instant, and discards its measurements. */
  silentUntil: number;
  /** Buffers its readings until this instant and then sends them together. */
  bufferUntil: number;
  /** Sends every reading twice. */
  duplicates: boolean;
  /** Sends every second reading before the one it follows. */
  swaps: boolean;
  replyDelayMs: number;
  wrongReplyId: boolean;
  /** The mains voltage sags to this value from one instant to another. */
  sag: { readonly from: number; readonly to: number; readonly voltageV: number } | undefined;
}

export function healthy(): Quirks {
  return {
    clockSkewMs: 0,
    wallOffsetMs: undefined,
    silentUntil: 0,
    bufferUntil: 0,
    duplicates: false,
    swaps: false,
    replyDelayMs: 0,
    wrongReplyId: false,
    sag: undefined,
  };
}
