/**
 * The devices heard through an external broker, where no connection of their own says who they
 * are: read at their first message, kept while they speak, read anew when they change.
 */
import type { PathMove } from '@busbar/domain/access/group-tree';
import type { Ingest } from '../modules/ingest/ingest.ts';
import { followMove, inherit, type LinkDevice } from '../modules/ingest/link-device.ts';
import type { UpMessage } from '../modules/ingest/work.ts';
import type { ConnectionBook } from '../modules/presence/connection-book.ts';
import type { LinkFinder } from './link-finder.ts';

/** More devices than that are read again now and then; one costs about a kilobyte. */
const MOST_KNOWN = 50_000;

interface Known {
  device: LinkDevice | undefined;
  isConnected: boolean;
  /** It is being read, or its `info` stored: its messages wait in order. */
  isBusy: boolean;
  waiting: HeardMessage[];
}

export type HeardMessage = Omit<UpMessage, 'device'>;

export class KnownLinks {
  readonly #finder: LinkFinder;
  readonly #ingest: Ingest;
  readonly #book: ConnectionBook;
  readonly #onUnknown: (code: string) => void;
  /** In order of their first message. */
  readonly #known = new Map<string, Known>();

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

  /** Hands the message on when it is known whose it is; what nobody registered is settled unread. */
  heard(code: string, message: HeardMessage): void {
    const known = this.#of(code);
    if (known.isBusy) known.waiting.push(message);
    else this.#take(code, known, message);
  }

  /** The device changed: its next message waits until it is read anew. */
  changed(code: string): void {
    const known = this.#known.get(code);
    if (known !== undefined && !known.isBusy) void this.#read(code, known);
  }

  /** Groups of a customer were moved. */
  moved(customerId: number, move: PathMove): void {
    for (const { device } of this.#known.values()) {
      if (device !== undefined) followMove(device, customerId, move);
    }
  }

  #of(code: string): Known {
    const present = this.#known.get(code);
    if (present !== undefined) return present;
    const known = { device: undefined, isConnected: false, isBusy: false, waiting: [] };
    this.#known.set(code, known);
    if (this.#known.size > MOST_KNOWN) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest!);
    }
    void this.#read(code, known);
    return known;
  }

  async #read(code: string, known: Known): Promise<void> {
    known.isBusy = true;
    try {
      const found = (await this.#finder.find(code))?.device;
      const before = known.device;
      known.device = found && before ? inherit(found, before) : found;
    } catch {
      // The database is away. What waits stays unsettled, so the broker sends it again.
      this.#known.delete(code);
      return;
    }
    known.isBusy = false;
    while (known.waiting.length > 0 && !known.isBusy) {
      this.#take(code, known, known.waiting.shift()!);
    }
  }

  #take(code: string, known: Known, message: HeardMessage): void {
    const { device } = known;
    if (device === undefined) {
      // It may be registered later: it is asked for again with its next message.
      this.#known.delete(code);
      this.#onUnknown(code);
      message.settled();
      return;
    }
    this.#followConnection(known, device, message);
    if (message.kind !== 'info' || device.kind !== 'gateway') {
      this.#ingest.take({ ...message, device });
      return;
    }
    // A gateway's `info` may bring slaves: what follows waits until they are stored and known.
    known.isBusy = true;
    const settled = () => {
      message.settled();
      void this.#read(code, known);
    };
    this.#ingest.take({ ...message, device, settled });
  }

  #followConnection(known: Known, device: LinkDevice, { kind }: HeardMessage): void {
    if (kind === 'offline') {
      known.isConnected = false;
      this.#book.closed(device, 'goodbye');
    } else if (kind === 'info' || !known.isConnected) {
      known.isConnected = true;
      this.#book.opened(device, 'heard');
    }
  }
}
