/** The device side of the server: the drivers of all device protocols. */
import type { DeviceLink } from '../areas/control/commands/device-link.ts';
import type { Ingest } from '../areas/telemetry/ingest/ingest.ts';
import { ConnectionBook } from '../areas/telemetry/presence/connection-book.ts';
import { claimLinks } from '../areas/telemetry/presence/link-holder.ts';
import type { Context } from '../context.ts';
import { ProcessConnections } from './connection-table.ts';
import { reportCloned } from './follow-devices.ts';
import type { DriverRegistry, GatewayDriver } from './gateway-driver.ts';
import { LinkFinder } from './link-finder.ts';
import { TakeoverLimit } from './takeover-limit.ts';

export interface Gateway<R extends DriverRegistry> {
  /** The running drivers, keyed by their names in the registry. */
  readonly drivers: { readonly [P in keyof R]: Awaited<ReturnType<R[P]>> };
  /** The link to the devices connected to this process, whatever their protocol. */
  readonly link: DeviceLink;
  /** Number of devices with a connection to this process, whatever their protocol. */
  connected(): number;
  /** Stops reading, waits until received messages are stored and acknowledged, then closes. */
  stop(): Promise<void>;
}

/** Messages not stored within this time stay unacknowledged, and the devices send them again. */
const DRAIN_LIMIT_MS = 5_000;

/** Throws the system error if a port is in use. */
export async function startGateway<R extends DriverRegistry>(
  ctx: Context,
  ingest: Ingest,
  registry: R,
): Promise<Gateway<R>> {
  const connections = new ProcessConnections(
    new ConnectionBook(ctx, ctx.processId),
    new TakeoverLimit(ctx.clock),
    (device) => reportCloned(ctx, device),
  );
  const holder = await claimLinks(ctx, () => {
    connections.openedAgain().catch((err: unknown) => {
      ctx.log.warn({ err }, 'the connections could not be stored again');
    });
  });
  const host = { ctx, ingest, finder: new LinkFinder(ctx), connections };
  const running: (readonly [protocol: string, driver: GatewayDriver])[] = [];
  const stop = async () => {
    await Promise.all(running.map(([, driver]) => driver.freeze()));
    await drained(ingest);
    await Promise.all(running.map(([, driver]) => driver.close()));
    await holder.stop();
  };
  try {
    for (const [protocol, start] of Object.entries(registry)) {
      running.push([protocol, await start(host)]);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    drivers: Object.fromEntries(running) as Gateway<R>['drivers'],
    link: joinLinks(running.map(([, driver]) => driver)),
    connected: () => connections.current.size,
    stop,
  };
}

/** A device is connected through one driver at a time. */
function joinLinks(drivers: readonly GatewayDriver[]): DeviceLink {
  const driverOf = (deviceCode: string) => drivers.find((one) => one.isConnected(deviceCode));
  return {
    isConnected: (deviceCode) => driverOf(deviceCode) !== undefined,
    async send(deviceCode, command, remainingMs, isStillWanted) {
      const driver = driverOf(deviceCode);
      if (driver === undefined) return 'not-connected';
      if (!driver.carries.has(command.op)) return 'not-supported';
      return driver.send(deviceCode, command, remainingMs, isStillWanted);
    },
    reset(deviceCode) {
      for (const driver of drivers) driver.reset?.(deviceCode);
    },
  };
}

function drained(ingest: Ingest): Promise<unknown> {
  const limit = new Promise((resolve) => setTimeout(resolve, DRAIN_LIMIT_MS).unref());
  return Promise.race([ingest.drain(), limit]);
}
