/**
 * Reads the registration packet of a DTU: the first bytes of its connection, ended by CR LF or by
 * 200 ms of silence. Heartbeats before it are ignored.
 */
import {
  type Registered,
  type RegistrationForm,
  type RegistrationRefusal,
  readRegistration,
} from './registration-forms.ts';

export interface RegistrationSettings {
  readonly forms: readonly RegistrationForm[];
  /** Heartbeat text; empty if the DTU sends none. */
  readonly heartbeat: string;
  readonly silenceMs: number;
  /** Maximum number of bytes of a packet, without its end. */
  readonly maxBytes: number;
  /** Time from the connection to the end of the packet. */
  readonly maxMs: number;
}

export const REGISTRATION_DEFAULTS: RegistrationSettings = {
  forms: ['code-secret'],
  heartbeat: 'HB',
  silenceMs: 200,
  maxBytes: 160,
  maxMs: 15_000,
};

export type RegistrationResult =
  /** `rest` are the bytes after the packet, which belong to the line. */
  | { readonly kind: 'registered'; readonly device: Registered; readonly rest: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: RegistrationRefusal };

const CR = 0x0d;
const LF = 0x0a;

export class RegistrationReader {
  readonly #settings: RegistrationSettings;
  readonly #connectedAt: number;
  #bytes: readonly number[] = [];
  #lastAt = 0;

  /** `now` is the time of the connection, ms. */
  constructor(settings: RegistrationSettings, now: number) {
    this.#settings = settings;
    this.#connectedAt = now;
  }

  /** Time at which `tick` is due, as of `receive`. */
  get dueAt(): number {
    const end = this.#connectedAt + this.#settings.maxMs;
    return this.#bytes.length === 0 ? end : Math.min(end, this.#lastAt + this.#settings.silenceMs);
  }

  /** Returns undefined until the packet is complete; is not called after a result. */
  receive(bytes: Uint8Array, now: number): RegistrationResult | undefined {
    const ended = this.tick(now);
    if (ended !== undefined) return withRest(ended, bytes);
    this.#lastAt = now;
    for (const [at, byte] of bytes.entries()) {
      if (byte === LF && this.#bytes.at(-1) === CR) {
        const result = this.#end(this.#bytes.slice(0, -1));
        if (result !== undefined) return withRest(result, bytes.subarray(at + 1));
      } else if (this.#bytes.length > this.#settings.maxBytes) return refused('too-long');
      else this.#bytes = [...this.#bytes, byte];
    }
    return undefined;
  }

  /** Ends the packet after the silence, and the connection after the maximum time. */
  tick(now: number): RegistrationResult | undefined {
    const { silenceMs, maxMs } = this.#settings;
    if (this.#bytes.length > 0 && now >= this.#lastAt + silenceMs) {
      const result = this.#end(this.#bytes);
      if (result !== undefined) return result;
    }
    return now >= this.#connectedAt + maxMs ? refused('timeout') : undefined;
  }

  /** Returns undefined if the packet is empty or a heartbeat. */
  #end(packet: readonly number[]): RegistrationResult | undefined {
    this.#bytes = [];
    const text = String.fromCharCode(...packet).replace(/[\r\n]+$/, '');
    if (text === '' || text === this.#settings.heartbeat) return undefined;
    if (text.length > this.#settings.maxBytes) return refused('too-long');
    const device = readRegistration(text, this.#settings.forms);
    return typeof device === 'string'
      ? refused(device)
      : { kind: 'registered', device, rest: new Uint8Array() };
  }
}

const refused = (reason: RegistrationRefusal): RegistrationResult => ({ kind: 'refused', reason });

function withRest(result: RegistrationResult, rest: Uint8Array): RegistrationResult {
  return result.kind === 'registered' ? { ...result, rest: rest.slice() } : result;
}
