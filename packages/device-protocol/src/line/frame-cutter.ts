/**
 * Cuts the byte stream of a serial line into frames, by length and checksum and never by TCP packet:
 * how the stream is split has no effect on the frames. It retains some hundred bytes at most, and
 * counts each byte that is not part of a frame.
 */
import { type DiscardReason, type Discards, noDiscards } from '@busbar/domain/line/discards';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { FormatRead, FrameFormat } from './frame-format.ts';
import { hasAt, isStartAt, MAX_INSIDE, readAround } from './heartbeat.ts';

export interface CutterSettings {
  readonly format: FrameFormat;
  /** Bytes of the heartbeat text; empty if the DTU sends none. */
  readonly heartbeat: Uint8Array;
  /** Silence after which the rest of an incomplete frame is no longer expected, ms. */
  readonly gapMs: number;
}

/** Defaults to the 500 ms that DL/T 645-2007, 5.3 allows between two bytes. */
export const DEFAULT_GAP_MS = 500;
/** Maximum length of a heartbeat text. */
export const MAX_HEARTBEAT_BYTES = 64;

export class FrameCutter {
  /** Number of bytes outside frames, by reason. */
  readonly discarded: Discards = noDiscards();
  readonly #settings: CutterSettings;
  /** Length of an incomplete frame with its heartbeats; the buffer always has space for more. */
  readonly #maxPending: number;
  readonly #buffer: Uint8Array;
  #size = 0;
  #lastAt = 0;
  #sent: Uint8Array = new Uint8Array();
  /** Reason for the bytes that follow a discarded one. */
  #run: DiscardReason = 'noise';
  #frames: LineFrame[] = [];

  /** Throws a RangeError if the heartbeat text is too long. */
  constructor(settings: CutterSettings) {
    const { format, heartbeat } = settings;
    if (heartbeat.length > MAX_HEARTBEAT_BYTES) throw new RangeError('heartbeat text too long');
    this.#settings = settings;
    this.#maxPending = format.maxBytes + MAX_INSIDE * heartbeat.length;
    this.#buffer = new Uint8Array(2 * this.#maxPending);
  }

  /** Number of bytes that wait for the rest of their frame. */
  get pending(): number {
    return this.#size;
  }

  /** Time at which `tick` is due, as of `receive`; undefined if no bytes wait. */
  get dueAt(): number | undefined {
    return this.#size === 0 ? undefined : this.#lastAt + this.#settings.gapMs;
  }

  /** Notes a request, whose echo is recognised from now on; returns the bytes to write. */
  sent(bytes: Uint8Array): Uint8Array {
    this.#sent = bytes.slice();
    return bytes;
  }

  /** Returns the frames that are complete with these bytes, in order. `now` is in ms. */
  receive(bytes: Uint8Array, now: number): readonly LineFrame[] {
    const late = this.tick(now);
    this.#frames = [...late];
    this.#lastAt = now;
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + this.#buffer.length - this.#size);
      this.#buffer.set(part, this.#size);
      this.#size += part.length;
      from += part.length;
      this.#cut(false);
    }
    return this.#frames;
  }

  /**
   * Ends an incomplete frame after the gap, or with `isEnd` immediately. Noise may have looked like
   * the start of a long frame, so the bytes after it are searched again: returns the frames in them.
   */
  tick(now: number, isEnd = false): readonly LineFrame[] {
    this.#frames = [];
    const { dueAt } = this;
    if (dueAt !== undefined && (isEnd || now >= dueAt)) this.#cut(true);
    return this.#frames;
  }

  #cut(isFinal: boolean): void {
    const bytes = this.#buffer.subarray(0, this.#size);
    let at = 0;
    while (at < bytes.length) {
      const length = this.#step(bytes, at, isFinal);
      if (length === 0) break;
      at += length;
    }
    this.#buffer.copyWithin(0, at, this.#size);
    this.#size -= at;
    if (isFinal) this.#run = 'noise';
  }

  /** Returns the number of bytes that were read; 0 if more are needed. */
  #step(bytes: Uint8Array, from: number, isFinal: boolean): number {
    const { format, heartbeat } = this.#settings;
    const first = format.read(bytes, from, this.#sent);
    if (first.kind === 'none') {
      if (hasAt(bytes, from, heartbeat)) {
        this.discarded.heartbeat += heartbeat.length;
        return heartbeat.length;
      }
      if (!isFinal && isStartAt(bytes, from, heartbeat)) return 0;
    }
    const context = { format, heartbeat, sent: this.#sent, isFinal };
    const { read, removed } = readAround(context, bytes, from, first);
    if (read.kind === 'frame') {
      this.discarded.heartbeat += removed * heartbeat.length;
      this.#frames.push(read.frame);
      this.#run = 'noise';
      return read.length + removed * heartbeat.length;
    }
    if (read.kind === 'pending' && !isFinal && bytes.length - from < this.#maxPending) {
      return 0;
    }
    this.#discard(read);
    return 1;
  }

  /** The bytes after the start of a broken frame have the same reason, up to the next frame. */
  #discard(read: FormatRead): void {
    const reason = read.kind === 'none' ? read.reason : 'cut';
    if (reason === 'wake-up') {
      this.discarded['wake-up']++;
      return;
    }
    if (reason !== 'noise') this.#run = reason;
    this.discarded[this.#run]++;
  }
}
