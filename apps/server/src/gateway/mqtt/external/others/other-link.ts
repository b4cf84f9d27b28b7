/**
 * One device of another manufacturer at an external broker. Its protocol has the state of a
 * connection, which this process cannot see: the state begins again when the device announces that it
 * is online or offline, and its present state is then requested.
 */
import type { OtherProtocol } from '@busbar/device-protocol/foreign/broker-topics';
import { MAX_PAYLOAD_BYTES } from '@busbar/device-protocol/payload';
import type { PathMove } from '@busbar/domain/access/group-tree';
import { ownedSince } from '@busbar/domain/device/reading-time';
import type { UpMessage } from '../../../../areas/telemetry/ingest/device-message.ts';
import type { Ingest } from '../../../../areas/telemetry/ingest/ingest.ts';
import type { ConnectionBook } from '../../../../areas/telemetry/presence/connection-book.ts';
import {
  followMove,
  inherit,
  type LinkDevice,
} from '../../../../areas/telemetry/presence/link-device.ts';
import type { Clock } from '../../../../clock.ts';
import {
  type DecodedMessage,
  type DownMessage,
  decodeForeign,
  type ForeignProtocol,
} from '../../foreign/foreign-protocol.ts';
import type { SessionMessage } from '../session-holder.ts';

const RETRY_MS = 500;
/** A device may announce that it is online before it has subscribed: its state is requested a second time. */
const ASK_AGAIN_MS = 5_000;

export interface OtherMessage
  extends Omit<UpMessage, 'device' | 'undatedAt' | 'ownedSince'>,
    Pick<SessionMessage, 'backlog'> {}

/** `no-device`: not registered, or with another protocol; `former-owner`: older than its registration. */
export type OtherRefusal = 'no-device' | 'foreign-topic' | 'former-owner';

export interface OtherLinkParts {
  readonly protocol: OtherProtocol;
  /** Returns undefined if no device with this protocol is registered; rejects without the database. */
  readonly find: () => Promise<LinkDevice | undefined>;
  readonly open: (device: LinkDevice) => Promise<ForeignProtocol>;
  readonly ingest: Pick<Ingest, 'take'>;
  readonly book: ConnectionBook;
  readonly clock: Clock;
  readonly send: (requests: readonly DownMessage[]) => void;
  readonly refuse: (message: OtherMessage, refusal: OtherRefusal) => void;
}

export class OtherLink {
  readonly #parts: OtherLinkParts;
  #device: LinkDevice | undefined;
  #state: ForeignProtocol | undefined;
  #isConnected = false;
  /** True while the device is read, or until a message is stored after which it is read. */
  #isBusy = false;
  /** True if the device is to be read before its next message. */
  #isOutdated = true;
  #waiting: OtherMessage[] = [];
  #isEnded = false;

  constructor(parts: OtherLinkParts) {
    this.#parts = parts;
  }

  get protocol(): OtherProtocol {
    return this.#parts.protocol;
  }

  /** The state of the protocol; undefined until the device is read, and while it is read again. */
  get state(): ForeignProtocol | undefined {
    return this.#isBusy || this.#isOutdated ? undefined : this.#state;
  }

  take(message: OtherMessage): void {
    this.#waiting.push(message);
    this.#work();
  }

  /** Reads the device now, so that commands can be sent to it. */
  open(): void {
    this.#work();
  }

  /** Reads the device again, after it has changed. */
  changed(): void {
    this.#isOutdated = true;
    this.#work();
  }

  /** Forgets what is known of the connection of the device. */
  restart(): void {
    this.#state = undefined;
    this.changed();
  }

  /** The device is read again at its next message. */
  missed(): void {
    this.#isOutdated = true;
  }

  wentOffline(): void {
    this.#isConnected = false;
  }

  moved(customerId: number, move: PathMove): void {
    if (this.#device !== undefined) followMove(this.#device, customerId, move);
  }

  /** Messages that wait remain unsettled; the broker sends them again to the next process. */
  end(): void {
    this.#isEnded = true;
    this.#waiting = [];
  }

  #work(): void {
    while (!this.#isBusy && !this.#isEnded) {
      if (this.#isOutdated) {
        void this.#read();
        return;
      }
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#accept(next);
    }
  }

  async #read(): Promise<void> {
    this.#isBusy = true;
    this.#isOutdated = false;
    for (;;) {
      try {
        await this.#readOnce();
        break;
      } catch {
        if (this.#isEnded) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.#isBusy = false;
    this.#work();
  }

  async #readOnce(): Promise<void> {
    const before = this.#device;
    const found = await this.#parts.find();
    const isSame = found !== undefined && found.ref.deviceId === before?.ref.deviceId;
    const kept = isSame ? this.#state : undefined;
    const state = kept ?? (found && (await this.#parts.open(found)));
    if (this.#isEnded) return;
    this.#device = isSame ? inherit(found, before) : found;
    this.#state = state;
    if (!isSame) this.#isConnected = false;
    if (this.#device === undefined || state === undefined) return;
    if (kept === undefined) this.#askState(state);
    else state.refresh?.(this.#device);
  }

  #askState(state: ForeignProtocol): void {
    this.#parts.send(state.firstRequests());
    this.#parts.clock.after(ASK_AGAIN_MS, () => {
      if (this.#state === state && !this.#isEnded) this.#parts.send(state.firstRequests());
    });
  }

  #accept(message: OtherMessage): void {
    const { refuse, ingest } = this.#parts;
    const device = this.#device;
    const state = this.#state;
    if (device === undefined || state === undefined) {
      // The device may be registered later: it is read again at its next message.
      this.#isOutdated = true;
      refuse(message, 'no-device');
      return;
    }
    const { backlog, settled, ...up } = message;
    if (!state.topics.mayPublish(up.topic)) {
      refuse(message, 'foreign-topic');
      return;
    }
    // Only the time of the device could prove that a message is newer than its registration, and
    // what a message of the former owner says about the switch must not stay in the state.
    if (backlog && ownedSince({ ...device, queuedSince: backlog.since }) !== undefined) {
      refuse(message, 'former-owner');
      return;
    }
    // One byte over the limit is enough for the decoder to reject the message.
    const limit = state.topics.maxBytesOf?.(up.topic) ?? MAX_PAYLOAD_BYTES;
    const payload = up.payload.subarray(0, limit + 1);
    const decoded = decodeForeign(state, up.topic, payload);
    this.#followConnection(device, decoded, message);
    const done = this.#barrier(decoded);
    const undated = backlog === undefined ? {} : { undatedAt: backlog.since };
    ingest.take(
      {
        ...{ ...up, ...undated, payload, device },
        settled: () => {
          settled();
          done?.();
        },
      },
      decoded.content,
    );
    if (decoded.requests !== undefined) this.#parts.send(decoded.requests);
  }

  /**
   * Later messages wait until the slaves that a message adds are stored, or until what was known
   * before a new connection is stored. Returns undefined if they need not wait.
   */
  #barrier(decoded: DecodedMessage): (() => void) | undefined {
    const { content, isLeaving = false, isArriving = false } = decoded;
    const isNewConnection = isLeaving || isArriving;
    if (!isNewConnection && content.info === undefined) return undefined;
    this.#isBusy = true;
    return () => {
      this.#isBusy = false;
      this.#isOutdated = true;
      if (isNewConnection) this.#state = undefined;
      // A device that has left is read at its next message.
      if (!isLeaving || this.#waiting.length > 0) this.#work();
    };
  }

  #followConnection(
    device: LinkDevice,
    { isLeaving = false, isArriving = false }: DecodedMessage,
    { backlog }: OtherMessage,
  ): void {
    const { book } = this.#parts;
    if (isLeaving) {
      this.#isConnected = false;
      if (backlog === undefined) book.closed(device, 'goodbye');
      else book.closedBefore(device, 'goodbye', backlog.since);
    } else if (isArriving || !this.#isConnected) {
      this.#isConnected = true;
      book.opened(device, 'heard', backlog?.since);
    }
  }
}
