/**
 * A connection that listens. A session can be lost while its socket looks open (a firewall that
 * dropped the entry, a server that was cut off): nothing arrives, not even an error. Therefore the
 * connection notifies itself at intervals and is considered lost if the echo does not arrive.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Clock } from '../../clock.ts';
import { serverConnection } from '../connection/connection-pool.ts';
import type { StorageLog } from '../database.ts';

/** The two numbers of an advisory lock. */
export type PairLock = readonly [number: number, of: number];

export interface ListeningConnection {
  /** Takes these shared advisory locks, then releases all others. */
  holdLocks(locks: readonly PairLock[]): Promise<void>;
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
  close(): void;
}

export interface ListeningConnectionOptions {
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: StorageLog;
  readonly channels: readonly string[];
  /** Shared advisory locks that the session holds. */
  readonly locks: readonly PairLock[];
  readonly onNotification: (channel: string, payload: string) => void;
  /** Called once when the connection is lost, unless it was closed before. */
  readonly onLost: () => void;
}

export const HEARTBEAT_INTERVAL_MS = 10_000;
export const ECHO_TIMEOUT_MS = 5_000;

/** Resolves when the connection listens to all channels; throws on a timeout. */
export async function openListeningConnection(
  options: ListeningConnectionOptions,
): Promise<ListeningConnection> {
  const { databaseUrl, clock, log, channels, locks, onNotification, onLost } = options;
  const client = new Client({ ...serverConnection(databaseUrl), query_timeout: ECHO_TIMEOUT_MS });
  const heartbeatChannel = `busbar_heartbeat_${randomUUID()}`;
  let held = new Set<string>();
  let lastEcho = 0;
  let isOpen = false;
  let stopHeartbeat = () => {};

  function close(): void {
    isOpen = false;
    stopHeartbeat();
    disconnect(client);
  }

  function lose(error: unknown): void {
    if (!isOpen) return;
    close();
    log.warn({ error }, 'the listening connection was lost');
    onLost();
  }

  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === heartbeatChannel) lastEcho = Number(payload);
    else onNotification(channel, payload);
  });
  client.on('error', lose);
  client.once('end', () => lose(new Error('the server ended the connection')));
  try {
    await client.connect();
    await hold(locks);
    for (const channel of [heartbeatChannel, ...channels]) await client.query(listenTo(channel));
  } catch (error) {
    disconnect(client);
    throw error;
  }
  isOpen = true;

  let heartbeat = 0;
  stopHeartbeat = clock.every(HEARTBEAT_INTERVAL_MS, () => {
    heartbeat += 1;
    const expected = heartbeat;
    client.query('select pg_notify($1, $2)', [heartbeatChannel, String(expected)]).catch(lose);
    clock.after(ECHO_TIMEOUT_MS, () => {
      // After a suspension of the process, an echo may be waiting in the socket: it is read before
      // the check.
      setImmediate(() => {
        if (lastEcho < expected) lose(new Error(`no echo within ${ECHO_TIMEOUT_MS} ms`));
      });
    });
  });

  async function hold(wanted: readonly PairLock[]): Promise<void> {
    const before = held;
    held = new Set(wanted.map(String));
    const pairs = (all: Iterable<string>, but: ReadonlySet<string>) =>
      [...all].filter((pair) => !but.has(pair)).map((pair) => pair.split(',').map(Number));
    for (const pair of pairs(held, before)) {
      await client.query('select pg_advisory_lock_shared($1::int4, $2::int4)', pair);
    }
    for (const pair of pairs(before, held)) {
      await client.query('select pg_advisory_unlock_shared($1::int4, $2::int4)', pair);
    }
  }

  async function run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // The connection that replaces this one listens to every channel and holds every lock.
      lose(error);
    }
  }

  return {
    listen: (channel) => run(() => client.query(listenTo(channel))),
    unlisten: (channel) => run(() => client.query(`un${listenTo(channel)}`)),
    holdLocks: (wanted) => run(() => hold(wanted)),
    close,
  };
}

const listenTo = (channel: string): string => `listen "${channel.replaceAll('"', '""')}"`;

/** Disconnects immediately: an orderly close would wait for a response that may never arrive. */
function disconnect(client: Client): void {
  client.end().catch(() => undefined);
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}
