/** Active misbehaviour of a device. Defaults describe a healthy one; `faults.ts` changes them. */
export interface Quirks {
  /** The device's clock minus true time. */
  clockSkewMs: number;
  /**
   * Offset from UTC in ms to which the device's wall clock was set and which it still uses after
   * the zone's offset has changed: its times are wrong by the difference. If undefined, the clock
   * follows the zone.
   */
  wallOffsetMs: number | undefined;
  /** Time until which the device sends no reports and discards its measurements. */
  silentUntil: number;
  /** Time until which the device buffers its readings, which it then sends together. */
  bufferUntil: number;
  /** True if the device sends every reading twice. */
  duplicates: boolean;
  /** True if the device sends every second reading before the reading that precedes it. */
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
