/**
 * Connection states, written asynchronously to the socket events: changes within a short interval
 * share a transaction, only the last change of a device counts, and writes are retried while the
 * database is unavailable. Changes are published after the commit.
 */
import type { CameCause, WentCause } from '@busbar/domain/device/connection-cause';
import { presence } from '@busbar/domain/device/presence';
import type { BusMessage } from '../../../bus.ts';
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { publishDueJobs } from '../../../wake-job.ts';
import {
  type Coming,
  logConnections,
} from '../../fleet/device-information/connection-log-queries.ts';
import {
  type Before,
  type ConnectionChange,
  listTakenElsewhere,
  markConnected,
  markDisconnected,
} from './connection-queries.ts';
import type { LinkDevice, TrackedDevice } from './link-device.ts';

/** Channel on which a process reports that it took over a device: `{process} {device code}`. */
export const LINK_TAKEN_CHANNEL = 'link_taken';

const GATHER_MS = 10;
const RETRY_MS = 500;

interface Entry {
  readonly device: LinkDevice;
  readonly change: ConnectionChange & Coming;
}

export class ConnectionBook {
  readonly #ctx: Context;
  readonly #holder: string;
  #entries = new Map<number, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** `holder` identifies the owner of the connections: this process, or the external broker. */
  constructor(ctx: Context, holder: string) {
    this.#ctx = ctx;
    this.#holder = holder;
  }

  opened(device: LinkDevice, cause: CameCause, at = this.#ctx.clock.now()): void {
    // The last-seen time is written with the connection, so the first messages after it need not
    // write it again.
    device.heardWrittenAt = Math.max(device.heardWrittenAt, at);
    this.#note(device, { connected: true, cause, at });
  }

  closed(device: LinkDevice, cause: WentCause): void {
    this.#note(device, { connected: false, cause, at: this.#ctx.clock.now() });
  }

  /** Like `closed`, for a late report: ignored if the device was seen after `at`, epoch ms. */
  closedBefore(device: LinkDevice, cause: WentCause, at: number): void {
    this.#note(device, { connected: false, cause, at, unlessSeenAfter: at });
  }

  /** Writes pending changes; resolves when they are written or the attempt has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    if (this.#entries.size === 0) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  #note(device: LinkDevice, coming: Omit<Entry['change'], 'customerId' | 'deviceId'>): void {
    const { customerId, deviceId } = device.ref;
    const change = { customerId, deviceId, ...coming };
    this.#entries.set(deviceId, { device, change });
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  async #write(): Promise<void> {
    const entries = this.#entries;
    this.#entries = new Map();
    const all = [...entries.values()];
    const opened = all.filter(({ change }) => change.connected);
    const closed = all.filter(({ change }) => !change.connected);
    let before: Before[];
    try {
      before = await this.#ctx.database.transaction(async (trx) => {
        const found = [
          ...(opened.length > 0 ? await markConnected(trx, this.#holder, changes(opened)) : []),
          ...(closed.length > 0 ? await markDisconnected(trx, this.#holder, changes(closed)) : []),
        ];
        // In the transaction, so that no takeover is stored whose notification was not sent.
        for (const row of found) await this.#notifyTakeover(trx, entries.get(row.deviceId)!, row);
        await logConnections(
          trx,
          found.flatMap(({ deviceId, wasConnected }) => {
            const { change } = entries.get(deviceId)!;
            return change.connected === wasConnected ? [] : [change];
          }),
        );
        return found;
      });
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'connections could not be stored');
      for (const [id, entry] of entries) if (!this.#entries.has(id)) this.#entries.set(id, entry);
      this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS);
      return;
    }
    if (opened.length > 0) publishDueJobs(this.#ctx, ['timer-tables']);
    for (const row of before) {
      const entry = entries.get(row.deviceId)!;
      this.#publish(entry, row);
    }
  }

  #publish({ device, change }: Entry, before: Before): void {
    if (change.connected !== before.wasConnected) {
      publishAll(this.#ctx.bus, presenceMessages(device, change.connected, change.at));
    }
  }

  async #notifyTakeover(
    trx: Executor,
    { device, change }: Entry,
    { wasConnected, process }: Before,
  ): Promise<void> {
    if (!change.connected || !wasConnected || process === null || process === this.#holder) return;
    const payload = `${this.#holder} ${device.ref.deviceCode}`;
    await this.#ctx.database.notify(LINK_TAKEN_CHANNEL, payload, trx);
  }

  /**
   * Returns the codes of those devices whose connection another process holds now, after the pending
   * changes of this process were written.
   */
  async listTakenElsewhere(devices: readonly LinkDevice[]): Promise<string[]> {
    await this.flush();
    const refs = devices.map(({ ref }) => ref);
    return listTakenElsewhere(this.#ctx.database.db, this.#holder, refs);
  }
}

function changes(entries: readonly Entry[]): ConnectionChange[] {
  return entries.map(({ change }) => change).toSorted((a, b) => a.deviceId - b.deviceId);
}

/** Presence events for the device and for the slaves that use its connection. */
function presenceMessages(device: LinkDevice, connected: boolean, at: number): BusMessage[] {
  return [device, ...device.slaves.values()].map((one) => presenceMessage(one, connected, at));
}

export function presenceMessage(device: TrackedDevice, connected: boolean, at: number): BusMessage {
  const heardAt = Number.isFinite(device.heardWrittenAt) ? device.heardWrittenAt : null;
  return {
    name: 'presence.changed',
    event: {
      ...device.ref,
      presence: presence({
        connected: connected && device.isUnreachable !== true,
        heardAt: heardAt ?? undefined,
        expectedIntervalS: device.expectedIntervalS,
        now: at,
      }),
      csq: device.signalCsq,
      heardAt,
      at,
    },
  };
}
