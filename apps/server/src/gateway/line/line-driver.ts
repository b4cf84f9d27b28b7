/**
 * The driver of meters behind DTUs (docs/protocol/device.md, "DTU with transparent serial line"):
 * a DTU registers, and the platform polls the meters on its line.
 */
import { knownSwitch } from '../../areas/control/outcomes/switch-queries.ts';
import { passwordOf } from '../../areas/fleet/serial-lines/save-switching.ts';
import type {
  LineDevice,
  StoredMeter,
} from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import { ConnectionTable } from '../connection-table.ts';
import { followDevices } from '../follow-devices.ts';
import type { DriverHost, GatewayDriver } from '../gateway-driver.ts';
import { SignInLimits } from '../sign-in-limits.ts';
import { LINE_CARRIES } from './line-commands.ts';
import { addCounts, type LineCounts, type LineHealth, NO_COUNTS } from './line-health.ts';
import { type RegisteredSocket, startLineListener } from './line-listener.ts';
import { LineReloader } from './line-reloader.ts';
import { reportLines } from './line-reporter.ts';
import { LineSession } from './line-session.ts';
import { signInLine } from './line-sign-in.ts';

export interface LineDriver extends GatewayDriver {
  /** Port that DTUs connect to; undefined if none is configured. */
  readonly port: number | undefined;
  readonly counters: LineCounters;
  /** State of the line of a connected DTU. */
  lineHealth(deviceCode: string): LineHealth | undefined;
}

/** Counters since the start of the process. */
export interface LineCounters {
  readonly connected: number;
  readonly refused: number;
  readonly frames: LineCounts;
}

const CHECK_EVERY_MS = 5_000;
const FLUSH_MS = 1_000;
const RELOAD_EVERY_MS = 30_000;
const always = () => Promise.resolve(true);

export async function startLine(host: DriverHost): Promise<LineDriver> {
  const { port, host: address } = host.ctx.config.dtu ?? {};
  return port === undefined || address === undefined ? withoutPort : listenOn(host, port, address);
}

/** Without `DTU_PORT` no DTU is connected. */
const withoutPort: LineDriver = {
  port: undefined,
  counters: { connected: 0, refused: 0, frames: NO_COUNTS },
  carries: LINE_CARRIES,
  lineHealth: () => undefined,
  isConnected: () => false,
  send: async () => 'not-connected',
  freeze: async () => {},
  close: async () => {},
};

async function listenOn(
  { ctx, ingest, finder, connections }: DriverHost,
  port: number,
  host: string,
): Promise<LineDriver> {
  const log = ctx.log.child({ part: 'line' });
  const { clock } = ctx;
  const { book } = connections;
  const limits = new SignInLimits(clock);
  const table = new ConnectionTable<LineSession>(connections);
  const sessions = new Set<LineSession>();
  const reloader = new LineReloader(ctx);
  const knownOf = (device: LineDevice) => knownSwitch(ctx.database.db, device);
  const passwordIn = (customerId: number, meter: StoredMeter) => passwordOf(ctx, customerId, meter);
  let ended = NO_COUNTS;
  let refused = 0;
  /** Order in which the registrations arrived; the database may answer in another order. */
  const arrivals = new WeakMap<LineSession, number>();
  let arrived = 0;
  let isFrozen = false;

  async function accept({ socket, address, registered, rest }: RegisteredSocket): Promise<void> {
    const { code } = registered;
    const arrival = ++arrived;
    const refuse = () => {
      refused += 1;
      socket.destroy();
    };
    if (isFrozen || limits.decide(address, code) !== 'evaluate') return refuse();
    const signedIn = await signInLine(ctx, finder, registered);
    if (signedIn === undefined) {
      const banned = limits.failed(address, code);
      log.warn({ address, device: code, banned }, 'a DTU was refused');
      return refuse();
    }
    limits.succeeded(address, code);
    if (isFrozen || socket.destroyed || table.isHeld(code)) return refuse();
    const current = table.sessionOf(code);
    if (current !== undefined && arrivals.get(current)! > arrival) return refuse();
    const onChanged = (changed: LineSession) => reloader.add([changed]);
    const onFailure = (err: unknown, message: string) => log.warn({ err, device: code }, message);
    const shared = { socket, clock, ingest, onChanged, onFailure };
    const parts = { ...shared, passwordOf: passwordIn, knownOf };
    const session = new LineSession(parts, signedIn);
    sessions.add(session);
    arrivals.set(session, arrival);
    socket.once('close', () => {
      sessions.delete(session);
      ended = addCounts(ended, session.health);
      table.closed(session);
    });
    table.opened(session, signedIn.device);
    session.start(rest);
    reloader.add([session]);
  }

  const listener = await startLineListener(ctx, port, host, (connection) => {
    accept(connection).catch((err: unknown) => {
      log.warn({ err }, 'a DTU could not be read');
      connection.socket.destroy();
    });
  });
  const following = await followDevices(ctx, book, table, finder);
  const stops = [
    clock.every(CHECK_EVERY_MS, () => {
      for (const session of sessions) session.endIfSecretOver();
    }),
    reportLines({ ...ctx, log }, (deviceCode) => table.sessionOf(deviceCode)),
    clock.every(RELOAD_EVERY_MS, () => reloader.add(sessions)),
    ingest.onRoom(() => {
      for (const session of sessions) session.checkPolling();
    }),
  ];
  const isConnected = (deviceCode: string) =>
    !table.isHeld(deviceCode) && (table.sessionOf(deviceCode)?.takesCommands ?? false);

  return {
    port: listener.port,
    carries: LINE_CARRIES,
    counters: {
      get connected() {
        return table.size;
      },
      get refused() {
        return refused;
      },
      get frames() {
        return [...sessions].reduce((sum, { health }) => addCounts(sum, health), ended);
      },
    },
    lineHealth: (deviceCode) => table.sessionOf(deviceCode)?.health,
    isConnected,
    async send(deviceCode, command, remainingMs, isStillWanted = always) {
      const session = table.sessionOf(deviceCode);
      if (session === undefined || !isConnected(deviceCode)) return 'not-connected';
      return session.send(command, remainingMs, isStillWanted);
    },
    reset: (deviceCode) => table.reset(deviceCode),
    async freeze() {
      isFrozen = true;
      following.stopChanges();
      listener.close();
      for (const session of sessions) session.freeze();
    },
    async close() {
      for (const stop of stops) stop();
      const all = Promise.all([...sessions].map((session) => session.end()));
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
      for (const session of sessions) session.close('server-stopped');
      await book.flush();
      await following.stop();
    },
  };
}
