/**
 * The telemetry of one customer in the order of publication, shared by all its sockets: each reads
 * it at its own pace from its own place. Memory depends on the number of devices, not on the number
 * of sockets, and what several sockets receive is rendered once.
 */
import { DEVICES_FRAME, type Frame } from './frames.ts';

/** Determines which frames a socket receives, and in which form. */
export interface View {
  readonly groupId: number;
  readonly zone: string;
  /** Several frames in one message, for a client that has asked for it. */
  readonly inBatches: boolean;
}

/** A part of the log as it is sent. */
export interface Piece {
  readonly messages: readonly Buffer[];
  /** The place in the log after this part. */
  readonly next: number;
}

interface Entry {
  readonly place: number;
  readonly key: string;
  readonly frame: Frame;
  /** Group ids from the root to the group of the device. */
  readonly groupPath: readonly number[];
  isSuperseded: boolean;
}

const PIECE_BYTES = 64 * 1024;
/** With more entries than this, those that newer ones supersede are removed. */
const COMPACT_AT = 10_000;

export class TelemetryLog {
  #entries: Entry[] = [];
  #end = 0;
  #compactAt = COMPACT_AT;
  readonly #latest = new Map<string, Entry>();
  /** Pieces by place and view, valid until the log grows. */
  readonly #pieces = new Map<string, Piece>();

  /** The place of the next entry. */
  get end(): number {
    return this.#end;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** `key` identifies what the frame is about: the next frame with it supersedes this one. */
  append(key: string, frame: Frame, groupPath: readonly number[]): void {
    const former = this.#latest.get(key);
    if (former !== undefined) former.isSuperseded = true;
    const entry = { place: this.#end++, key, frame, groupPath, isSuperseded: false };
    this.#entries.push(entry);
    this.#latest.set(key, entry);
    this.#pieces.clear();
  }

  /** Returns what a view receives next from a place; `onlyLatest` omits superseded frames. */
  piece(from: number, view: View, onlyLatest: boolean): Piece {
    const key = `${from} ${view.groupId} ${view.zone} ${view.inBatches} ${onlyLatest}`;
    const known = this.#pieces.get(key);
    if (known !== undefined) return known;
    const piece = this.#render(from, view, onlyLatest);
    this.#pieces.set(key, piece);
    return piece;
  }

  /**
   * Removes the entries that every socket has passed (before `passedByAll`), and of those that only
   * slow sockets have not passed (before `passedByFast`) the superseded ones.
   */
  trim(passedByAll: number, passedByFast: number): void {
    const count = this.#indexOf(passedByAll);
    for (const entry of this.#entries.splice(0, count)) {
      if (this.#latest.get(entry.key) === entry) this.#latest.delete(entry.key);
    }
    if (this.#entries.length >= this.#compactAt) {
      this.#entries = this.#entries.filter(
        (entry) => !entry.isSuperseded || entry.place >= passedByFast,
      );
      this.#compactAt = Math.max(COMPACT_AT, 2 * this.#entries.length);
    }
    this.#pieces.clear();
  }

  #render(from: number, { groupId, zone, inBatches }: View, onlyLatest: boolean): Piece {
    const texts: string[] = [];
    let length = 0;
    let next = this.#end;
    for (let index = this.#indexOf(from); index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]!;
      if (onlyLatest && entry.isSuperseded) continue;
      if (!entry.groupPath.includes(groupId)) continue;
      if (length >= PIECE_BYTES) {
        next = entry.place;
        break;
      }
      const text = entry.frame.render(zone);
      texts.push(text);
      length += text.length;
    }
    const joined = inBatches && texts.length > 1 ? [`{"batch":[${texts.join(',')}]}`] : texts;
    return { messages: joined.map((text) => Buffer.from(text)), next };
  }

  /** Returns the index of the first entry at or after a place. */
  #indexOf(place: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.place < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Appends DEVICES for these groups. Each group has an entry of its own, so that a later one of
 * another group does not supersede it for a slow reader.
 */
export function appendDevices(log: TelemetryLog, groupIds: Iterable<number>): void {
  for (const groupId of groupIds) {
    log.append(`${DEVICES_FRAME.type} ${groupId}`, DEVICES_FRAME, [groupId]);
  }
}
