/**
 * Which instant a reading belongs to (device protocol, "Time"). The device's
 * clock is believed within reason; a clock that is plainly wrong costs the
 * reading its own time, never its values. Readings of more than 400 days ago
 * come too late for any bill and are refused.
 */
export const CLOCK_AHEAD_LIMIT_MS = 5 * 60_000;
export const CLOCK_EARLIEST = Date.UTC(2015, 0, 1);
export const LATE_LIMIT_MS = 400 * 86_400_000;

export const TIME_QUALITIES = ['device', 'arrival', 'clock'] as const;

/** device: its own time; arrival: it gave none; clock: it gave one nobody can believe. */
export type TimeQuality = (typeof TIME_QUALITIES)[number];

export type EffectiveTime =
  | { readonly accepted: true; readonly at: number; readonly quality: TimeQuality }
  | { readonly accepted: false; readonly reason: 'too-old' };

export interface ReadingTimes {
  /** By the device's clock, ms since 1970. */
  readonly deviceTime?: number | undefined;
  readonly receivedAt: number;
}

export function effectiveTime({ deviceTime, receivedAt }: ReadingTimes): EffectiveTime {
  if (deviceTime === undefined) return { accepted: true, at: receivedAt, quality: 'arrival' };
  if (deviceTime > receivedAt + CLOCK_AHEAD_LIMIT_MS || deviceTime < CLOCK_EARLIEST) {
    return { accepted: true, at: receivedAt, quality: 'clock' };
  }
  if (deviceTime < receivedAt - LATE_LIMIT_MS) return { accepted: false, reason: 'too-old' };
  return { accepted: true, at: deviceTime, quality: 'device' };
}

/**
 * A device keeps readings in its memory while it is offline. What it measured before it was
 * registered by a customer belongs to the customer that had it until then.
 */
export function isOfFormerOwner(
  time: EffectiveTime,
  { registeredAt, hadOtherOwner }: { registeredAt: number; hadOtherOwner: boolean },
): boolean {
  return hadOtherOwner && time.accepted && time.quality === 'device' && time.at < registeredAt;
}

/**
 * A broker may have queued a message before the device was registered, when its code belonged to
 * another customer. Returns the time from which its parts belong to the registered device, or
 * undefined if they all do: no other customer had the device, or the message is certain to be younger
 * than the registration. A clock that is ahead
 * as far as it is believed must not carry a part over the registration.
 */
export function ownedSince({
  queuedSince,
  registeredAt,
  hadOtherOwner,
}: {
  /** The message reached the broker after this. */
  readonly queuedSince: number;
  readonly registeredAt: number;
  readonly hadOtherOwner: boolean;
}): number | undefined {
  return hadOtherOwner && queuedSince < registeredAt
    ? registeredAt + CLOCK_AHEAD_LIMIT_MS
    : undefined;
}
