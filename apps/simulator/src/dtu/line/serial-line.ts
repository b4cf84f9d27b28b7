/**
 * The serial line behind a simulated DTU: requests in, answers of its meters out, at the speed of
 * the line and with its faults. Requests are answered one after the other, as a DTU passes them on.
 */
import { START } from '@busbar/device-protocol/frame/dlt645/dlt645-frame';
import { OrderedDelay } from '../../device/ordered-delay.ts';
import type { Station } from '../station/station.ts';
import { collided, cutShort, withNoise, withTextInside, withWrongCheck } from './damage.ts';
import { healthyLine } from './line-quirks.ts';
import { RequestReader } from './request-reader.ts';

/** Start bit, eight data bits, parity or second stop bit, stop bit. */
const BITS_PER_BYTE = 11;
/** Time that a meter takes before it answers. */
const METER_MS = 20;
/** Silence after which a DTU passes on what it has received. */
const SILENCE_MS = 50;
/** Pause between the bytes of an answer that is sent byte by byte. */
const BYTE_MS = 2;
/** Delay of a slow answer: after the timeout of the platform, and before it forgets the request. */
const SLOW_MS = 4500;

export interface SerialLineOptions {
  readonly stations: readonly Station[];
  /** Bit/s; Infinity for a line without delay. */
  readonly baud: number;
  readonly heartbeat: Uint8Array;
  readonly slowMs?: number;
  readonly random: () => number;
  readonly now: () => number;
}

export class SerialLine {
  readonly stations: readonly Station[];
  readonly quirks = healthyLine();
  readonly #options: SerialLineOptions;
  readonly #reader = new RequestReader();
  readonly #delay = new OrderedDelay();
  /** Slow answers, which do not hold up those of other meters. */
  readonly #late = new OrderedDelay();
  #send: ((bytes: Uint8Array) => void) | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** Answer that waits for the next one, so that both are in one segment. */
  #waiting: Uint8Array | undefined;
  #answers = 0;
  /** Time of `performance.now` until which bytes are on the line. */
  #busyUntil = 0;

  constructor(options: SerialLineOptions) {
    this.stations = options.stations;
    this.#options = options;
  }

  /** Number of answers that the meters have sent. */
  get answers(): number {
    return this.#answers;
  }

  /** Connects the line to a new connection; nothing of the former one remains. */
  open(send: (bytes: Uint8Array) => void): void {
    this.close();
    this.#send = send;
  }

  close(): void {
    clearTimeout(this.#silence);
    this.#delay.clear();
    this.#late.clear();
    this.#reader.end();
    this.#waiting = undefined;
    this.#send = undefined;
  }

  receive(bytes: Uint8Array): void {
    if (this.quirks.hangs) return;
    clearTimeout(this.#silence);
    for (const request of this.#reader.receive(bytes)) this.#onRequest(request);
    if (!this.#reader.isPending) return;
    this.#silence = setTimeout(() => {
      const request = this.#reader.end();
      if (request !== undefined) this.#onRequest(request);
    }, SILENCE_MS);
  }

  #onRequest(request: Uint8Array): void {
    const { now, slowMs = SLOW_MS } = this.#options;
    const sent = this.#afterTransmission(request, 0);
    if (this.quirks.echoes) this.#delay.after(sent, () => this.#write(request));
    const answers = this.stations.flatMap((station) => {
      const answer = station.answer(request, now());
      return answer === undefined ? [] : [{ station, answer }];
    });
    if (answers.length === 0) return;
    const bytes = this.#onTheWire(
      answers.map(({ station, answer }) =>
        station.quirks.hasWrongCheck ? withWrongCheck(answer, answer[0] === START) : answer,
      ),
    );
    const isSlow = answers.some(({ station }) => station.quirks.isSlow);
    if (isSlow) this.#late.after(sent + slowMs, () => this.#onAnswered(bytes));
    else this.#delay.after(this.#afterTransmission(bytes, METER_MS), () => this.#onAnswered(bytes));
  }

  /** Time from now until the bytes have been transmitted, after a pause and those before them. */
  #afterTransmission({ length }: Uint8Array, pauseMs: number): number {
    const { baud } = this.#options;
    const now = performance.now();
    if (baud === Number.POSITIVE_INFINITY) return 0;
    const startsAt = Math.max(now, this.#busyUntil) + pauseMs;
    this.#busyUntil = startsAt + (1000 * BITS_PER_BYTE * length) / baud;
    return this.#busyUntil - now;
  }

  /** The bytes of all answers as they arrive at the DTU. */
  #onTheWire([first, ...others]: readonly Uint8Array[]): Uint8Array {
    const { random, heartbeat } = this.#options;
    const { heartbeatInside, isNoisy, cutsFrames } = this.quirks;
    let bytes = others.reduce((one, other) => collided(one, other, random), first!);
    this.#answers++;
    if (cutsFrames && this.#answers % 2 === 1) bytes = cutShort(bytes, random);
    if (heartbeatInside) bytes = withTextInside(bytes, heartbeat, random);
    return isNoisy ? withNoise(bytes, random) : bytes;
  }

  #onAnswered(bytes: Uint8Array): void {
    const { mergesFrames, splitsBytes } = this.quirks;
    if (mergesFrames && this.#waiting === undefined) {
      this.#waiting = bytes;
      return;
    }
    const whole = Uint8Array.from([...(this.#waiting ?? []), ...bytes]);
    this.#waiting = undefined;
    if (!splitsBytes) this.#write(whole);
    else {
      whole.forEach((byte, at) => {
        this.#delay.after(at * BYTE_MS, () => this.#write(Uint8Array.of(byte)));
      });
    }
  }

  #write(bytes: Uint8Array): void {
    if (!this.quirks.hangs) this.#send?.(bytes);
  }
}
