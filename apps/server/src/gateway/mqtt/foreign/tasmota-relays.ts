/**
 * What one connection knows of the relays of a Tasmota device: how many it has, and whether they
 * drive a shutter. A shutter is named by the sensors only, and its relays must not be switched alone.
 */
import type { TasmotaRelays as ReportedRelays } from '@busbar/device-protocol/tasmota/tasmota-power';
import { FIRST_CHANNEL } from '@busbar/domain/device/protocol/device-channels';

const NONE: ReadonlySet<number> = new Set();

export class TasmotaRelays {
  #whole: ReadonlySet<number> | undefined;
  #hasShutter: boolean | undefined;
  #isNumbered = false;
  /** True once a message has named a relay, or all of them. */
  #isNamed = false;
  #isAsked = false;

  /** A device that numbers its relays may have several: the others are requested once. */
  reported({ powers, isNumbered, isWhole }: ReportedRelays, hasShutter: boolean): void {
    if (hasShutter) this.#hasShutter = true;
    if (isWhole) this.#whole = new Set(powers.keys());
    if (isNumbered) this.#isNumbered = true;
    if (isWhole || powers.size > 0) this.#isNamed = true;
  }

  sensed(hasShutter: boolean): void {
    this.#hasShutter = hasShutter;
  }

  /** The relays that are breakers; undefined until both answers have arrived. */
  get numbers(): ReadonlySet<number> | undefined {
    if (this.#hasShutter === true) return NONE;
    return this.#hasShutter === false ? this.#whole : undefined;
  }

  /** Number of relays; undefined until it is known. */
  get count(): number | undefined {
    return this.numbers?.size;
  }

  /** True while the device may have several relays, of which it is not known how many. */
  get mayBeSeveral(): boolean {
    return this.numbers === undefined && (this.#isNumbered || !this.#isNamed);
  }

  /** False for a relay that drives a motor, and for one that the device does not have. */
  isBreaker(relay: number): boolean {
    if (relay === FIRST_CHANNEL) return this.#hasShutter !== true;
    return this.numbers?.has(relay) ?? false;
  }

  /** True once the relays are to be requested, until they are. */
  get isQuestion(): boolean {
    return this.#isNumbered && !this.#isAsked;
  }

  asked(): void {
    this.#isAsked = true;
  }
}
