/**
 * The bytes of one line: cuts received ones into frames, and passes them and the time to the rules
 * of the line (`domain/line`), whose actions the session executes.
 */
import type { Socket } from 'node:net';
import { DLT645_FORMAT } from '@busbar/device-protocol/line/dlt645-format';
import { withoutCredentials } from '@busbar/device-protocol/line/dlt645-switch';
import {
  DEFAULT_GAP_MS,
  FrameCutter,
  MAX_HEARTBEAT_BYTES,
} from '@busbar/device-protocol/line/frame-cutter';
import { MbapStream } from '@busbar/device-protocol/line/mbap-stream';
import { MODBUS_FORMAT } from '@busbar/device-protocol/line/modbus-format';
import type { Discards } from '@busbar/domain/line/discards';
import type { LineEvent } from '@busbar/domain/line/line-event';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { LineAction } from '@busbar/domain/line/line-request';
import {
  LINE_DEFAULTS,
  type LineSettings,
  OUTGOING_DEFAULTS,
} from '@busbar/domain/line/line-settings';
import type { PolledSlave } from '@busbar/domain/line/poll-plan';
import { SerialLine } from '@busbar/domain/line/serial-line';
import type { StoredLine } from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { Clock } from '../../clock.ts';
import { discardsOf, type FrameResult, grownReason, LineLog } from './line-health.ts';

export interface PortParts {
  readonly socket: Socket;
  readonly clock: Clock;
  readonly line: StoredLine;
  readonly slaves: readonly PolledSlave[];
  readonly mayPoll: () => boolean;
  readonly execute: (actions: readonly LineAction[]) => void;
  /** Called before the first frame is used, which waits for the promise. */
  readonly onFirstFrame: () => Promise<unknown> | undefined;
  /** Called after a heartbeat. */
  readonly onHeartbeat: () => void;
  /** Called if too many bytes arrive that are no frames, or the stream can no longer be read. */
  readonly onNoise: () => void;
}

/** A connection that sends more without one frame or heartbeat is closed. */
const MAX_NOISE_BYTES = 65_536;
const NOTHING = new Uint8Array();

export class LinePort {
  readonly log = new LineLog();
  readonly #parts: PortParts;
  readonly #cutter: FrameCutter | MbapStream;
  readonly #serial: SerialLine;
  #wakeAt: number | undefined;
  #cancelTimer = () => {};
  #isPolling = true;
  #noise = 0;
  #receivedAt: number;
  #hasFrame = false;
  /** Frames that wait for `onFirstFrame`; undefined if none have to. */
  #held: LineFrame[] | undefined;
  /** True if a damaged echo of the last request could contain a password. */
  #hidesNoise = false;

  constructor(parts: PortParts) {
    const { line, slaves, clock, socket } = parts;
    this.#parts = parts;
    this.#receivedAt = clock.monotonic();
    this.#cutter = cutterOf(line);
    this.#serial = new SerialLine(settingsOf(line), slaves, this.#receivedAt);
    socket.on('data', (bytes: Buffer) => this.receive(bytes));
    socket.once('close', () => this.#end());
  }

  /** Time of the last received byte, of the monotonic clock. */
  get receivedAt(): number {
    return this.#receivedAt;
  }

  get discarded(): Discards {
    return discardsOf(this.#cutter.discarded, this.#serial.discarded);
  }

  receive(bytes: Uint8Array): void {
    const now = this.#parts.clock.monotonic();
    this.#receivedAt = now;
    const before = discardsOf(this.#cutter.discarded);
    const frames = this.#cutter.receive(bytes, now);
    const reason = grownReason(before, this.#cutter.discarded);
    if (frames.length === 0 && reason !== undefined) {
      this.#logReceived(this.#hidesNoise ? NOTHING : bytes, reason);
    }
    const isMeaningful = frames.length > 0 || reason === 'heartbeat';
    this.#noise = isMeaningful ? 0 : this.#noise + bytes.length;
    const isBroken = 'isBroken' in this.#cutter && this.#cutter.isBroken;
    if (isBroken || this.#noise > MAX_NOISE_BYTES) {
      this.#parts.onNoise();
      return;
    }
    this.#take(frames);
    if (reason === 'heartbeat') this.#parts.onHeartbeat();
  }

  /** Writes the bytes of a request. */
  write(bytes: Uint8Array): void {
    const { socket, clock } = this.#parts;
    if (!socket.writable) return;
    socket.write(this.#cutter.sent(bytes));
    this.log.sent += 1;
    const shown = this.#shown(bytes);
    this.#hidesNoise = shown !== bytes;
    this.log.add({ at: clock.now(), direction: 'sent', bytes: shown, result: 'sent' });
  }

  run(event: LineEvent): void {
    // The answer has arrived: its request must not time out while it waits.
    if (this.#held !== undefined && event.kind === 'tick') return;
    const { clock, execute, mayPoll } = this.#parts;
    const now = clock.monotonic();
    const isAllowed = mayPoll();
    if (isAllowed !== this.#isPolling) {
      this.#isPolling = isAllowed;
      execute(this.#serial.handle({ kind: 'polling', isAllowed }, now).actions);
    }
    const { actions, wakeAt } = this.#serial.handle(event, now);
    this.#wakeAt = wakeAt;
    execute(actions);
    this.#setTimer();
  }

  #take(frames: readonly LineFrame[]): void {
    if (frames.length > 0 && !this.#hasFrame) {
      this.#hasFrame = true;
      const ready = this.#parts.onFirstFrame();
      if (ready !== undefined) this.#hold(ready);
    }
    if (this.#held === undefined) this.#receiveFrames(frames);
    else this.#held.push(...frames);
  }

  #hold(ready: Promise<unknown>): void {
    const { socket } = this.#parts;
    const held: LineFrame[] = [];
    this.#held = held;
    socket.pause();
    void ready.then(() => {
      this.#held = undefined;
      if (socket.destroyed) return;
      socket.resume();
      this.#receiveFrames(held);
    });
  }

  /** Frames are passed one by one, so that each is logged with its result. */
  #receiveFrames(frames: readonly LineFrame[]): void {
    if (frames.length === 0) this.run({ kind: 'received', frames });
    for (const frame of frames) {
      const before = discardsOf(this.#serial.discarded);
      this.run({ kind: 'received', frames: [frame] });
      const reason = grownReason(before, this.#serial.discarded);
      const result = frame.refusal === undefined ? 'answer' : 'refusal';
      this.#logReceived(frame.bytes, reason ?? result);
    }
  }

  #logReceived(bytes: Uint8Array, result: FrameResult): void {
    const shown = this.#shown(bytes);
    this.log.add({ at: this.#parts.clock.now(), direction: 'received', bytes: shown, result });
  }

  /** Frames are shown without passwords; a line can return the request that contains one. */
  #shown(bytes: Uint8Array): Uint8Array {
    return this.#parts.line.protocol === 'dlt645-2007' ? withoutCredentials(bytes) : bytes;
  }

  #tick(): void {
    const frames = this.#cutter.tick(this.#parts.clock.monotonic());
    if (frames.length > 0) this.#take(frames);
    else this.run({ kind: 'tick' });
  }

  #setTimer(): void {
    this.#cancelTimer();
    const { clock, socket } = this.#parts;
    const wakeAt = Math.min(this.#wakeAt ?? Infinity, this.#cutter.dueAt ?? Infinity);
    if (wakeAt === Infinity || socket.destroyed) return;
    const delay = Math.max(1, Math.ceil(wakeAt - clock.monotonic()));
    this.#cancelTimer = clock.after(delay, () => this.#tick());
  }

  #end(): void {
    this.#cancelTimer();
    const { clock, execute } = this.#parts;
    const end = { kind: 'end', reason: 'disconnected' } as const;
    execute(this.#serial.handle(end, clock.monotonic()).actions);
  }
}

function cutterOf({ protocol, transport, heartbeat }: StoredLine): FrameCutter | MbapStream {
  if (transport === 'modbus-tcp') return new MbapStream();
  return new FrameCutter({
    format: protocol === 'modbus-rtu' ? MODBUS_FORMAT : DLT645_FORMAT,
    heartbeat: Buffer.from(heartbeat, 'latin1').subarray(0, MAX_HEARTBEAT_BYTES),
    gapMs: DEFAULT_GAP_MS,
  });
}

function settingsOf({ transport, baud }: StoredLine): LineSettings {
  if (transport === 'dial-in') return { ...LINE_DEFAULTS, baud };
  return { ...OUTGOING_DEFAULTS, baud, hasTransactionIds: transport === 'modbus-tcp' };
}
