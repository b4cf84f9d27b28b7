/**
 * The outgoing lines of this process: claims those that no process has, and keeps each connected.
 * A line that another process has claimed, or whose address has changed, is given up.
 */
import { isDeepStrictEqual } from 'node:util';
import { claimOutgoingLines } from '../../../areas/telemetry/presence/line-claim-queries.ts';
import { type DialParts, LineDial } from './line-dial.ts';

/** Half of the time after which a process without a heartbeat has lost its lines. */
const CHECK_EVERY_MS = 15_000;
/** Time between the first attempts of two lines: each needs the database. */
const STAGGER_MS = 20;
/** Changes of devices within this time cause one check. */
const GATHER_MS = 200;

export class OutgoingLines {
  readonly #parts: DialParts;
  /** By device id. */
  readonly #dials = new Map<number, LineDial>();
  readonly #stops: (() => void)[] = [];
  #cancel: (() => void) | undefined;
  #isChecking = false;
  #isStale = false;
  #isFrozen = false;

  constructor(parts: DialParts) {
    this.#parts = parts;
  }

  start(): void {
    const { bus, clock } = this.#parts.ctx;
    const check = () => void this.#check();
    const gather = () => {
      this.#cancel ??= clock.after(GATHER_MS, () => {
        this.#cancel = undefined;
        check();
      });
    };
    this.#stops.push(clock.every(CHECK_EVERY_MS, check), bus.subscribe('device.changed', gather));
    check();
  }

  /** Stops connecting; the open connections remain. */
  freeze(): void {
    this.#isFrozen = true;
    for (const stop of this.#stops) stop();
    this.#cancel?.();
    for (const dial of this.#dials.values()) dial.freeze();
  }

  async #check(): Promise<void> {
    if (this.#isChecking) {
      this.#isStale = true;
      return;
    }
    this.#isChecking = true;
    do {
      this.#isStale = false;
      await this.#claim();
    } while (this.#isStale);
    this.#isChecking = false;
  }

  async #claim(): Promise<void> {
    const { database, log, processId } = this.#parts.ctx;
    try {
      const lines = await claimOutgoingLines(database, processId);
      if (this.#isFrozen) return;
      const claimed = new Map(lines.map((line) => [line.deviceId, line]));
      for (const [deviceId, dial] of this.#dials) {
        if (isDeepStrictEqual(claimed.get(deviceId), dial.line)) continue;
        this.#dials.delete(deviceId);
        dial.stop();
      }
      let delayMs = 0;
      for (const [deviceId, line] of claimed) {
        if (this.#dials.has(deviceId)) continue;
        const dial = new LineDial(this.#parts, line);
        this.#dials.set(deviceId, dial);
        dial.start(delayMs);
        delayMs += STAGGER_MS;
      }
    } catch (err) {
      log.warn({ err }, 'the outgoing lines could not be read');
    }
  }
}
