/**
 * Devices that send through an external broker, where no separate connection identifies them. They
 * are loaded at their first message, cached while they send, and reloaded when they change.
 */

import type { UpKind } from '@busbar/device-protocol/topics';
import type { PathMove } from '@busbar/domain/access/group-tree';
import { ownedSince } from '@busbar/domain/device/reading-time';
import type { DeviceMessage, UpMessage } from '../../../areas/telemetry/ingest/device-message.ts';
import type { Ingest } from '../../../areas/telemetry/ingest/ingest.ts';
import type { ConnectionBook } from '../../../areas/telemetry/presence/connection-book.ts';
import {
  followMove,
  inherit,
  type LinkDevice,
} from '../../../areas/telemetry/presence/link-device.ts';
import type { LinkFinder } from '../../link-finder.ts';
import { decodeMessage } from '../decode-message.ts';
import type { SessionMessage } from './session-holder.ts';

/**
 * Beyond this number the oldest devices are evicted and reloaded at their next message; a device
 * takes about a kilobyte.
 */
const MAX_KNOWN = 50_000;
const RETRY_MS = 500;
/** Max time to wait for the `info` that adds a slave, which another process may have received. */
const SLAVE_WAIT_MS = 3_000;

interface Known {
  device: LinkDevice | undefined;
  isConnected: boolean;
  /** True while the device is loaded or its `info` is stored: its messages wait in order. */
  isBusy: boolean;
  /** True if the device may have changed since its read began: it is read before its next message. */
  isOutdated: boolean;
  waiting: ReceivedLinkMessage[];
  /** Unknown addresses of slaves that have been waited for. */
  awaited: Set<number> | undefined;
  /** Set while slaves are waited for: called when an `info` arrives, which may add them. */
  wake: (() => void) | undefined;
}

export interface ReceivedLinkMessage
  extends Omit<UpMessage, 'device' | 'undatedAt' | 'ownedSince'>,
    Pick<SessionMessage, 'backlog'> {
  readonly kind: UpKind;
}

export class KnownLinks {
  readonly #finder: LinkFinder;
  readonly #ingest: Ingest;
  readonly #book: ConnectionBook;
  readonly #onUnknown: (code: string) => void;
  /** Known devices by code, in the order of their first message. */
  readonly #known = new Map<string, Known>();
  #isStopped = false;

  constructor(
    finder: LinkFinder,
    ingest: Ingest,
    book: ConnectionBook,
    onUnknown: (code: string) => void,
  ) {
    this.#finder = finder;
    this.#ingest = ingest;
    this.#book = book;
    this.#onUnknown = onUnknown;
  }

  /**
   * Passes the message on once its device is known; a message of an unregistered device is
   * acknowledged without being decoded.
   */
  heard(code: string, message: ReceivedLinkMessage): void {
    const known = this.#of(code);
    if (known.isOutdated && !known.isBusy) void this.#read(code, known);
    if (!known.isBusy) {
      this.#take(code, known, message);
      return;
    }
    known.waiting.push(message);
    if (message.kind === 'info') known.wake?.();
  }

  /** Reloads a device that has changed: its next message waits until the device is reloaded. */
  changed(code: string): void {
    const known = this.#known.get(code);
    if (known === undefined) return;
    known.isOutdated = true;
    if (!known.isBusy) void this.#read(code, known);
  }

  /** Each device is reloaded at its next message. */
  missed(): void {
    for (const known of this.#known.values()) known.isOutdated = true;
  }

  /** Another process or a timeout marked the device offline; its next message connects it again. */
  wentOffline(code: string): void {
    const known = this.#known.get(code);
    if (known !== undefined) known.isConnected = false;
  }

  /** Updates the groups of known devices after a move. */
  moved(customerId: number, move: PathMove): void {
    for (const known of this.#known.values()) {
      if (known.device !== undefined) followMove(known.device, customerId, move);
      // A read may have begun before the move.
      if (known.isBusy) known.isOutdated = true;
    }
  }

  /** Messages still waiting for their device remain unsettled. */
  stop(): void {
    this.#isStopped = true;
  }

  #of(code: string): Known {
    const present = this.#known.get(code);
    if (present !== undefined) return present;
    const known = {
      device: undefined,
      isConnected: false,
      isBusy: false,
      isOutdated: false,
      waiting: [],
      awaited: undefined,
      wake: undefined,
    };
    this.#known.set(code, known);
    if (this.#known.size > MAX_KNOWN) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest!);
    }
    void this.#read(code, known);
    return known;
  }

  async #read(code: string, known: Known): Promise<void> {
    known.isBusy = true;
    let found: LinkDevice | undefined;
    do {
      known.isOutdated = false;
      found = await this.#find(code);
      if (this.#isStopped) return;
      // The device has changed during the read.
    } while (known.isOutdated);
    const before = known.device;
    const isSame = found?.ref.deviceId === before?.ref.deviceId;
    if (!isSame) known.isConnected = false;
    known.device = found && before && isSame ? inherit(found, before) : found;
    known.isBusy = false;
    while (known.waiting.length > 0 && !known.isBusy) {
      this.#take(code, known, known.waiting.shift()!);
    }
  }

  /**
   * Retries until the database is back, because on an open connection the broker does not resend an
   * unacknowledged message.
   */
  async #find(code: string): Promise<LinkDevice | undefined> {
    for (;;) {
      try {
        return (await this.#finder.find(code))?.device;
      } catch {
        if (this.#isStopped) return undefined;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  #take(code: string, known: Known, message: ReceivedLinkMessage): void {
    const { device } = known;
    if (device === undefined) {
      // The device may be registered later, so it is looked up again at its next message.
      if (this.#known.get(code) === known) this.#known.delete(code);
      this.#onUnknown(code);
      message.settled();
      return;
    }
    const { backlog, kind, ...up } = message;
    const content = decodeMessage(kind, message.payload);
    const unknown = unknownSlaves(device, content).filter((each) => !known.awaited?.has(each));
    if (unknown.length > 0) {
      known.waiting.unshift(message);
      void this.#awaitSlaves(code, known, unknown);
      return;
    }
    const since = backlog && ownedSince({ ...device, queuedSince: backlog.since });
    if (since === undefined) this.#followConnection(known, device, message);
    const undated = backlog === undefined ? {} : { undatedAt: backlog.since, ownedSince: since };
    if (kind !== 'info' || device.kind !== 'gateway') {
      this.#ingest.take({ ...up, ...undated, device }, content);
      return;
    }
    // The `info` of a gateway may add slaves: later messages wait until the slaves are stored and
    // known.
    known.isBusy = true;
    const settled = () => {
      message.settled();
      void this.#read(code, known);
    };
    this.#ingest.take({ ...up, ...undated, device, settled }, content);
  }

  /**
   * The slaves are added by an `info`, which this process receives over another session, or another
   * process. Each address is waited for once, so that a gateway cannot delay all of its messages.
   */
  async #awaitSlaves(code: string, known: Known, addresses: readonly number[]): Promise<void> {
    known.isBusy = true;
    const end = performance.now() + SLAVE_WAIT_MS;
    for (;;) {
      const info = known.waiting.findIndex(({ kind }) => kind === 'info');
      if (info >= 0) {
        known.waiting.unshift(...known.waiting.splice(info, 1));
        break;
      }
      if (performance.now() > end) {
        known.awaited = new Set([...(known.awaited ?? []), ...addresses]);
        break;
      }
      const found = await this.#find(code);
      if (this.#isStopped) return;
      if (addresses.every((each) => found?.slaves.has(each))) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RETRY_MS).unref();
        known.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      known.wake = undefined;
    }
    await this.#read(code, known);
  }

  #followConnection(
    known: Known,
    device: LinkDevice,
    { kind, backlog }: ReceivedLinkMessage,
  ): void {
    // Messages that another process left behind are older than those this process has received
    // itself.
    if (backlog?.isAdopted === true) return;
    if (kind === 'offline') {
      known.isConnected = false;
      if (backlog === undefined) this.#book.closed(device, 'goodbye');
      else this.#book.closedBefore(device, 'goodbye', backlog.since);
    } else if (kind === 'info' || !known.isConnected) {
      known.isConnected = true;
      this.#book.opened(device, 'heard', backlog?.since);
    }
  }
}

function unknownSlaves(device: LinkDevice, content: DeviceMessage): number[] {
  if (device.kind !== 'gateway') return [];
  const { readings = [], states = [], alarms = [] } = content;
  return [...readings, ...states, ...alarms].flatMap(({ address }) =>
    address === undefined || device.slaves.has(address) ? [] : [address],
  );
}
