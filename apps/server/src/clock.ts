/**
 * Time and randomness are injected, so that a test can advance the clock instead of waiting, and
 * can repeat a run from its seed.
 */
import { randomBytes } from 'node:crypto';

export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds of a monotonic clock, for durations. */
  monotonic(): number;
  /** True for a test clock, constant between its steps: database time then equals its time. */
  readonly standsStill?: true;
  /** True for a clock that follows that of the database. */
  readonly isDatabaseTime?: true;
  /** Runs `work` every `intervalMs` until stopped; the caller must handle overlapping runs. */
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

/** This machine's clock with a correction, so that it follows that of the database. */
export interface DatabaseClock extends Clock {
  readonly isDatabaseTime: true;
  /** Added to this machine's time, ms. */
  correctionMs: number;
}

/** `storage/clock-watch.ts` sets its correction. */
export function databaseClock(machine: Clock = systemClock): DatabaseClock {
  const clock: DatabaseClock = {
    ...machine,
    isDatabaseTime: true,
    correctionMs: 0,
    now: () => machine.now() + clock.correctionMs,
  };
  return clock;
}

export const isDatabaseClock = (clock: Clock): clock is DatabaseClock =>
  clock.isDatabaseTime === true;

export interface Random {
  bytes(length: number): Buffer;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };

/** A random id: 31 bits, never 0; the primary key of the table detects the rare collision. */
export function randomId(random: Random): number {
  return (random.bytes(4).readUInt32BE() & 0x7fffffff) | 1;
}

/** UUID version 7 (RFC 9562): sorts by time of creation; the remaining bits are random. */
export function uuidV7(clock: Clock, random: Random): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
