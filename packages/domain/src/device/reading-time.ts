/**
 * The instant of a reading (device protocol, "Time"). The device's clock is trusted within limits;
 * if it is plainly wrong, the reading loses its own time but not its values. Readings that are more
 * than 400 days old are too late for any bill and are rejected.
 */
export const CLOCK_AHEAD_LIMIT_MS = 5 * 60_000;
export const CLOCK_EARLIEST = Date.UTC(2015, 0, 1);
export const LATE_LIMIT_MS = 400 * 86_400_000;

export const TIME_QUALITIES = ['device', 'arrival', 'clock'] as const;

/** `device`: the device clock's time; `arrival`: no time was sent; `clock`: implausible time. */
export type TimeQuality = (typeof TIME_QUALITIES)[number];

export type EffectiveTime =
  | { readonly accepted: true; readonly at: number; readonly quality: TimeQuality }
  | { readonly accepted: false; readonly reason: 'too-old' };

export interface ReadingTimes {
  /** Time of the device's clock, ms since 1970. */
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
 * A device stores readings while it is offline. Those measured before a customer registered it
 * belong to its former customer.
 */
export function isOfFormerOwner(
  time: EffectiveTime,
  { registeredAt, hadOtherOwner }: { registeredAt: number; hadOtherOwner: boolean },
): boolean {
  return hadOtherOwner && time.accepted && time.quality === 'device' && time.at < registeredAt;
}

/**
 * A broker may have queued a message before the device was registered, when its code belonged to
 * another customer. Returns the time from which the message's readings belong to the registered
 * device, or undefined if they all do: no other customer had the device, or the message is certain
 * to be newer than the registration. A clock that is ahead within the trusted limit must not move a
 * reading to after the registration.
 */
export function ownedSince({
  queuedSince,
  registeredAt,
  hadOtherOwner,
}: {
  /** Time after which the message reached the broker. */
  readonly queuedSince: number;
  readonly registeredAt: number;
  readonly hadOtherOwner: boolean;
}): number | undefined {
  return hadOtherOwner && queuedSince < registeredAt
    ? registeredAt + CLOCK_AHEAD_LIMIT_MS
    : undefined;
}
