/**
 * The driver of meters on serial lines (docs/protocol/device.md, "DTU with transparent serial line"
 * and "Outgoing lines"): a DTU registers, or the platform connects to an address, and polls the
 * meters on the line.
 */
import { FairLookups } from '../../areas/shared/outbound/fair-lookups.ts';
import type { Resolve } from '../../areas/shared/outbound/guarded-request.ts';
import { resolveName } from '../../areas/shared/outbound/resolve-name.ts';
import { followDevices } from '../follow-devices.ts';
import type { DriverHost, GatewayDriver } from '../gateway-driver.ts';
import { SignInLimits } from '../sign-in-limits.ts';
import { LINE_CARRIES } from './line-commands.ts';
import type { LineCounts, LineHealth } from './line-health.ts';
import { type RegisteredSocket, startLineListener } from './line-listener.ts';
import { LineLookup } from './line-lookup.ts';
import { type LineDeviceEvent, reportLines } from './line-reporter.ts';
import type { LineSession } from './line-session.ts';
import { LineSessions } from './line-sessions.ts';
import { findLines, findOutgoing, signInLine } from './line-sign-in.ts';
import { OutgoingLines } from './outgoing/outgoing-lines.ts';
import { testLines } from './testing/line-tester.ts';

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

const NOTHING = new Uint8Array();
/** Names of outgoing lines that are looked up at the same time. */
const MAX_LOOKUPS = 64;
const always = () => Promise.resolve(true);

export async function startLine(
  host: DriverHost,
  resolve: Resolve = resolveName,
): Promise<LineDriver> {
  const { ctx, finder, connections } = host;
  const log = ctx.log.child({ part: 'line' });
  const limits = new SignInLimits(ctx.clock);
  const lines = new LineLookup((devices) => findLines(ctx.database.db, devices));
  const sessions = new LineSessions(host);
  const { table } = sessions;
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
    const signedIn = await signInLine(ctx, finder, lines, registered);
    if (signedIn === undefined) {
      const banned = limits.failed(address, code);
      log.warn({ address, device: code, banned }, 'a DTU was refused');
      return refuse();
    }
    limits.succeeded(address, code);
    if (isFrozen || socket.destroyed || table.isHeld(code)) return refuse();
    const current = table.sessionOf(code);
    if (current !== undefined && (arrivals.get(current) ?? 0) > arrival) return refuse();
    arrivals.set(sessions.start(socket, signedIn, rest), arrival);
  }

  const { dtu } = ctx.config;
  const listener =
    dtu &&
    (await startLineListener(ctx, dtu.port, dtu.host, (connection) => {
      accept(connection).catch((err: unknown) => {
        log.warn({ err }, 'a DTU could not be read');
        connection.socket.destroy();
      });
    }));
  const following = await followDevices(ctx, connections.book, table, finder);
  const outgoing = new OutgoingLines({
    ctx,
    lookUp: new FairLookups(resolve, MAX_LOOKUPS).lookUp,
    async open(line, socket) {
      const find = () => findOutgoing(finder, lines, line);
      const found = await find();
      const isUsable = !isFrozen && !socket.destroyed && !table.isHeld(line.deviceCode);
      if (found === undefined || !isUsable) return undefined;
      return sessions.start(socket, found, NOTHING, find);
    },
  });
  outgoing.start();
  /** The code may belong to another device than when the event was published. */
  const sessionOf = ({ customerId, deviceId, deviceCode }: LineDeviceEvent) => {
    const session = table.sessionOf(deviceCode);
    const ref = session?.device.ref;
    return ref?.deviceId === deviceId && ref.customerId === customerId ? session : undefined;
  };
  const stops = [
    sessions.check(),
    reportLines({ ...ctx, log }, sessionOf),
    testLines({ ...ctx, log }, sessionOf),
  ];
  const isConnected = (deviceCode: string) =>
    !table.isHeld(deviceCode) && (table.sessionOf(deviceCode)?.takesCommands ?? false);

  return {
    port: listener?.port,
    carries: LINE_CARRIES,
    counters: {
      get connected() {
        return table.size;
      },
      get refused() {
        return refused;
      },
      get frames() {
        return sessions.counts;
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
      outgoing.freeze();
      listener?.close();
      sessions.freeze();
    },
    async close() {
      for (const stop of stops) stop();
      await sessions.close();
      await connections.book.flush();
      await following.stop();
    },
  };
}
