/**
 * Message expiry interval of a command, in whole seconds. A broker that counts in whole seconds may
 * deliver up to one second after the interval, so one second is subtracted.
 */
export function expiryInterval(remainingMs: number): number {
  return Math.floor(remainingMs / 1000) - 1;
}
