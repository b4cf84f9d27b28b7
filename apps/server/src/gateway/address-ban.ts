/**
 * Guessing device codes is useless (G5): an address that failed to sign in 20 times within ten
 * minutes is refused for ten minutes, whatever it then presents, without asking the database.
 * Kept in memory, in a bounded number of addresses: the oldest is forgotten first.
 */
import type { Clock } from '../clock.ts';

const FAILURES = 20;
const WINDOW_MS = 10 * 60_000;
const BAN_MS = 10 * 60_000;
const MOST_ADDRESSES = 10_000;

interface Record {
  failures: number;
  since: number;
  bannedUntil: number;
}

export class AddressBan {
  readonly #clock: Clock;
  /** In order of their last failure. */
  readonly #records = new Map<string, Record>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isBanned(address: string): boolean {
    const record = this.#records.get(address);
    return record !== undefined && record.bannedUntil > this.#clock.monotonic();
  }

  /** True when this failure began a ban. */
  failed(address: string): boolean {
    const now = this.#clock.monotonic();
    const known = this.#records.get(address);
    const record =
      known !== undefined && now - known.since < WINDOW_MS
        ? known
        : { failures: 0, since: now, bannedUntil: 0 };
    record.failures += 1;
    this.#records.delete(address);
    this.#records.set(address, record);
    if (this.#records.size > MOST_ADDRESSES) {
      const [oldest] = this.#records.keys();
      this.#records.delete(oldest!);
    }
    if (record.failures < FAILURES) return false;
    record.bannedUntil = now + BAN_MS;
    record.failures = 0;
    record.since = record.bannedUntil;
    return true;
  }
}
