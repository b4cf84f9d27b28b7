/**
 * Time and chance are handed in, so that a test moves the clock instead of waiting
 * and repeats a run by its seed.
 */
import { randomBytes } from 'node:crypto';

export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds that never jump, for durations. */
  monotonic(): number;
  /** A test's clock, which stands still between its steps: the database's time is then its time. */
  readonly standsStill?: true;
  /** Runs `work` every `intervalMs` until stopped; a run that overlaps the next is the caller's affair. */
  every(intervalMs: number, work: () => void): () => void;
  /** Runs `work` once after `delayMs` unless stopped before. */
  after(delayMs: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  every(intervalMs, work) {
    const timer = setInterval(work, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface Random {
  bytes(length: number): Buffer;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };

/** An identifier that means nothing: 31 bits, never 0; the table's key decides about the rare clash. */
export function randomId(random: Random): number {
  return (random.bytes(4).readUInt32BE() & 0x7fffffff) | 1;
}

/** UUID version 7 (RFC 9562): sorts by creation, unguessable in the rest. */
export function uuidV7(clock: Clock, random: Random): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
