/**
 * Online, late or offline (device protocol, "Online, late, offline"). The presence of a slave
 * depends on its own last report and on the gateway's connection, so a live gateway does not make
 * an unresponsive slave online. A device whose three intervals exceed ten minutes is online for all
 * three, and is never late.
 */
export const PRESENCES = ['online', 'late', 'offline'] as const;

export type Presence = (typeof PRESENCES)[number];

export const MISSED_INTERVALS = 3;
export const SHORTEST_WINDOW_MS = 90_000;
export const OFFLINE_AFTER_MS = 600_000;

export interface PresenceQuestion {
  /** Connection of the device, or of its gateway if it is a slave; false for an unreachable slave. */
  readonly connected: boolean;
  /** Last seen (ms since 1970); undefined if never. */
  readonly heardAt: number | undefined;
  readonly expectedIntervalS: number;
  readonly now: number;
}

/** Three reports of one minute each: older values are stale even if a device reports more often. */
export const SHORTEST_STALE_MS = 180_000;

/** Age in ms from which a value is stale and a line is interrupted: three reports of the device. */
export function staleAfterMs(expectedIntervalS = 0): number {
  return Math.max(SHORTEST_STALE_MS, MISSED_INTERVALS * expectedIntervalS * 1000);
}

/** Time without a message, in ms, after which a connected device is no longer online. */
export function onlineWindowMs(expectedIntervalS: number): number {
  return Math.max(MISSED_INTERVALS * expectedIntervalS * 1000, SHORTEST_WINDOW_MS);
}

/** Time without a message, in ms, after which the alarm about an offline device is raised. */
export function offlineAfterMs(expectedIntervalS: number): number {
  return Math.max(MISSED_INTERVALS * expectedIntervalS * 1000, OFFLINE_AFTER_MS);
}

export function presence(question: PresenceQuestion): Presence {
  const { connected, heardAt, expectedIntervalS, now } = question;
  if (!connected) return 'offline';
  // Connected but never seen: the socket is open, so the device is late rather than offline.
  if (heardAt === undefined) return 'late';
  const silenceMs = now - heardAt;
  if (silenceMs <= onlineWindowMs(expectedIntervalS)) return 'online';
  return silenceMs < OFFLINE_AFTER_MS ? 'late' : 'offline';
}
