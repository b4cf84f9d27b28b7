/** How a device misbehaves at present. All off is a healthy device; `faults.ts` turns them on. */
export interface Quirks {
  /** The device's clock minus true time. */
  clockSkewMs: number;
  /**
   * Offset from UTC its wall clock was set by, ms, and still shows when the zone has another: its
   * times are wrong by the difference. Undefined: it follows the zone.
   */
  wallOffsetMs: number | undefined;
  /** Says nothing of its own before this instant, and forgets what it measured. */
  silentUntil: number;
  /** Keeps its readings before this instant and sends them together at it. */
  bufferUntil: number;
  /** Every reading goes out twice. */
  duplicates: boolean;
  /** Each second reading goes out before the one it follows. */
  swaps: boolean;
  replyDelayMs: number;
  wrongReplyId: boolean;
  /** The mains sag to this voltage from one instant to another. */
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
