/**
 * Limits on failed sign-ins of devices (docs/promises.md G5). Secrets have 256 bits, so a limit
 * only saves database work; it must not lock out the other devices of a site or carrier that shares
 * one address. So failures are counted per address and code, and per address alone only with a far
 * higher limit. A code that has signed in from an address is always evaluated from there. The
 * records are in memory and bounded: the oldest are dropped first. After a restart no code is known,
 * so while an address is banned, codes that have not failed there are still evaluated, at a bounded
 * rate: the devices of a site with many wrong secrets would otherwise be locked out with them.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { networkOf } from '../areas/identity/guessing/throttle-buckets.ts';
import type { Clock } from '../clock.ts';
import { TokenBucket } from './token-bucket.ts';

const FAILURES_OF_CODE = 20;
const FAILURES_OF_ADDRESS = 1_000;
const WINDOW_MS = 10 * 60_000;
const BAN_MS = 10 * 60_000;
/** Sign-ins per second that are evaluated at a banned address, of codes that have not failed there. */
const EVALUATED_WHILE_BANNED = 200;
const MAX_COUNTERS = 10_000;
const MAX_KNOWN = 50_000;

interface Counter {
  failures: number;
  since: number;
  bannedUntil: number;
  /** Limits the sign-ins during a ban of the address; absent without a ban. */
  evaluated?: TokenBucket;
}

/** `later`: the sign-in is not evaluated now, and the device should try again. */
export type SignInDecision = 'evaluate' | 'refuse' | 'later';

export class SignInLimits {
  readonly #clock: Clock;
  /** Counters keyed by address, and by address and code, in the order of their last failure. */
  readonly #counters = new Map<string, Counter>();
  /** Address and code of successful sign-ins, the latest last. */
  readonly #known = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Decides about a sign-in before its credentials are read. */
  decide(address: string, code: string | undefined): SignInDecision {
    const network = networkOf(address);
    const pair = pairOf(network, code);
    if (this.#known.has(pair)) return 'evaluate';
    if (this.#isBanned(pair)) return 'refuse';
    const counter = this.#counters.get(network);
    if (counter === undefined || !this.#isBanned(network)) return 'evaluate';
    if (!isDeviceCode(code) || this.#hasFailed(pair)) return 'refuse';
    const now = this.#clock.monotonic();
    counter.evaluated ??= new TokenBucket(EVALUATED_WHILE_BANNED, EVALUATED_WHILE_BANNED, now);
    return counter.evaluated.take(now) ? 'evaluate' : 'later';
  }

  /** Returns true if this failure started a ban. */
  failed(address: string, code: string | undefined): boolean {
    const network = networkOf(address);
    const banned = [
      this.#count(pairOf(network, code), FAILURES_OF_CODE),
      this.#count(network, FAILURES_OF_ADDRESS),
    ];
    return banned.includes(true);
  }

  succeeded(address: string, code: string): void {
    const pair = pairOf(networkOf(address), code);
    this.#counters.delete(pair);
    this.#known.delete(pair);
    this.#known.add(pair);
    if (this.#known.size > MAX_KNOWN) dropOldest(this.#known);
  }

  #isBanned(key: string): boolean {
    const counter = this.#counters.get(key);
    return counter !== undefined && counter.bannedUntil > this.#clock.monotonic();
  }

  #hasFailed(key: string): boolean {
    const counter = this.#counters.get(key);
    return counter !== undefined && this.#clock.monotonic() - counter.since < WINDOW_MS;
  }

  #count(key: string, limit: number): boolean {
    const now = this.#clock.monotonic();
    const known = this.#counters.get(key);
    const counter =
      known !== undefined && now - known.since < WINDOW_MS
        ? known
        : { failures: 0, since: now, bannedUntil: 0 };
    counter.failures += 1;
    this.#counters.delete(key);
    this.#counters.set(key, counter);
    if (this.#counters.size > MAX_COUNTERS) dropOldest(this.#counters);
    if (counter.failures < limit) return false;
    counter.bannedUntil = now + BAN_MS;
    counter.failures = 0;
    counter.since = counter.bannedUntil;
    return true;
  }
}

/** All texts that are not device codes share one counter. */
function pairOf(network: string, code: string | undefined): string {
  return `${network} ${isDeviceCode(code) ? code : ''}`;
}

function dropOldest(of: Map<string, unknown> | Set<string>): void {
  const [oldest] = of.keys();
  of.delete(oldest!);
}
