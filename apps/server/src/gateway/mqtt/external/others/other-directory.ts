/**
 * The codes of all devices that speak the protocol of another manufacturer. Every process knows
 * them: only the one that receives their messages in order may send them commands.
 */
import type { OtherProtocol } from '@busbar/device-protocol/foreign/broker-topics';
import { findOtherDevices } from '../../../../areas/telemetry/broker-accounts/other-device-queries.ts';
import type { Context } from '../../../../context.ts';

/** A process that registered a device may have ended before it notified the others. */
const RELOAD_EVERY_MS = 60_000;
const RETRY_MS = 1_000;

export class OtherDirectory {
  readonly #ctx: Context;
  readonly #onChanged: () => void;
  readonly #stops: readonly (() => void)[];
  #protocols: ReadonlyMap<string, OtherProtocol> = new Map();
  /** Codes whose devices have changed since the last query began. */
  #changed = new Set<string>();
  #isReloading = true;
  #running: Promise<void> | undefined;
  #isStopped = false;

  /** `onChanged` is called after devices were added or removed. */
  constructor(ctx: Context, onChanged: () => void) {
    this.#ctx = ctx;
    this.#onChanged = onChanged;
    this.#stops = [
      ctx.bus.subscribe('device.changed', ({ deviceCode }) => {
        this.#changed.add(deviceCode);
        this.#run();
      }),
      ctx.bus.subscribe('events.missed', () => this.#reload()),
      ctx.clock.every(RELOAD_EVERY_MS, () => this.#reload()),
    ];
  }

  /** Reads all devices; until then every code counts as one of our protocol. */
  async load(): Promise<void> {
    this.#run();
    await this.#running;
  }

  /** Returns undefined for a device that speaks our protocol, and for an unknown code. */
  protocolOf(code: string): OtherProtocol | undefined {
    return this.#protocols.get(code);
  }

  entries(): Iterable<readonly [code: string, protocol: OtherProtocol]> {
    return this.#protocols;
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }

  #reload(): void {
    this.#isReloading = true;
    this.#run();
  }

  #run(): void {
    this.#running ??= this.#read()
      .catch((err: unknown) => {
        this.#ctx.log.warn({ err }, 'devices of other manufacturers could not be read, retrying');
        this.#isReloading = true;
        if (!this.#isStopped) this.#ctx.clock.after(RETRY_MS, () => this.#run());
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #read(): Promise<void> {
    while (!this.#isStopped && (this.#isReloading || this.#changed.size > 0)) {
      const codes = this.#isReloading ? undefined : [...this.#changed];
      this.#changed = new Set();
      this.#isReloading = false;
      const found = await findOtherDevices(this.#ctx.database.db, codes);
      const next = new Map(codes === undefined ? [] : this.#protocols);
      for (const code of codes ?? []) next.delete(code);
      for (const { code, protocol } of found) next.set(code, protocol);
      const isSame =
        next.size === this.#protocols.size &&
        [...next].every(([code, protocol]) => this.#protocols.get(code) === protocol);
      this.#protocols = next;
      if (!isSame && !this.#isStopped) this.#onChanged();
    }
  }
}
