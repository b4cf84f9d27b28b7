/**
 * Online, late or offline (device protocol, "Online, late, offline"). A slave
 * is judged by its own last word and its gateway's connection, so a living
 * gateway does not make a mute slave online. A device whose three intervals
 * exceed ten minutes stays online for all three, and is never late.
 */
export const PRESENCES = ['online', 'late', 'offline'] as const;

export type Presence = (typeof PRESENCES)[number];

export const MISSED_INTERVALS = 3;
export const SHORTEST_WINDOW_MS = 90_000;
export const OFFLINE_AFTER_MS = 600_000;

export interface PresenceQuestion {
  /** Of the device, or of its gateway when it is a slave. */
  readonly connected: boolean;
  /** When it was last heard (ms since 1970); undefined when never. */
  readonly heardAt: number | undefined;
  readonly expectedIntervalS: number;
  readonly now: number;
}

/** Three reports of a minute: of a device that tells more often, older is not now. */
const SHORTEST_STALE_MS = 180_000;

/** Age in ms from which a value is old, and a line through values is broken: three reports of the device. */
export function staleAfterMs(expectedIntervalS = 0): number {
  return Math.max(SHORTEST_STALE_MS, MISSED_INTERVALS * expectedIntervalS * 1000);
}

/** Silence, in ms, after which a connected device stops being online. */
export function onlineWindowMs(expectedIntervalS: number): number {
  return Math.max(MISSED_INTERVALS * expectedIntervalS * 1000, SHORTEST_WINDOW_MS);
}

export function presence(question: PresenceQuestion): Presence {
  const { connected, heardAt, expectedIntervalS, now } = question;
  if (!connected) return 'offline';
  // Connected but never heard: the socket lives, so it is late rather than gone.
  if (heardAt === undefined) return 'late';
  const silenceMs = now - heardAt;
  if (silenceMs <= onlineWindowMs(expectedIntervalS)) return 'online';
  return silenceMs < OFFLINE_AFTER_MS ? 'late' : 'offline';
}
