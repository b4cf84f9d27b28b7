/** The device side of the server: the embedded broker, or the connection to an external one. */
import type { PathMove } from '@busbar/domain/access/group-tree';
import { parseSlaveCode } from '@busbar/domain/device/device-code';
import type { DeviceLink } from '../areas/control/commands/device-link.ts';
import type { Ingest } from '../areas/telemetry/ingest/ingest.ts';
import { raiseClonedAlarm } from '../areas/telemetry/presence/cloned-alarm.ts';
import { ConnectionBook, LINK_TAKEN_CHANNEL } from '../areas/telemetry/presence/connection-book.ts';
import { followMove, inherit } from '../areas/telemetry/presence/link-device.ts';
import { holdLinks } from '../areas/telemetry/presence/link-holder.ts';
import { EXTERNAL_BROKER } from '../areas/telemetry/presence/process-queries.ts';
import type { BusEvents } from '../bus.ts';
import type { Context } from '../context.ts';
import { type GatewayCounters, startBroker } from './broker.ts';
import { DeviceLinks } from './device-links.ts';
import { joinExternalBroker } from './external-broker.ts';
import { KnownLinks } from './known-links.ts';
import { LinkFinder } from './link-finder.ts';
import { TakeoverLimit } from './takeover-limit.ts';

export interface Gateway {
  /** Port that devices connect to; undefined with an external broker. */
  readonly port: number | undefined;
  /** Port that devices connect to over TLS; undefined without a certificate. */
  readonly tlsPort?: number | undefined;
  /** Absent with an external broker. */
  readonly counters?: GatewayCounters;
  /** The link to the devices connected to this process. */
  readonly link: DeviceLink;
  /** Stops reading, waits until received messages are stored and acknowledged, then closes. */
  stop(): Promise<void>;
}

/** Messages not stored within this time stay unacknowledged, and the devices send them again. */
const DRAIN_LIMIT_MS = 5_000;

/** Throws the system error if the port is in use. */
export function startGateway(ctx: Context, ingest: Ingest): Promise<Gateway> {
  const { mqttUrl } = ctx.config;
  return mqttUrl === undefined ? startEmbedded(ctx, ingest) : startExternal(ctx, ingest, mqttUrl);
}

async function startEmbedded(ctx: Context, ingest: Ingest): Promise<Gateway> {
  const holder = await holdLinks(ctx);
  const book = new ConnectionBook(ctx, ctx.processId);
  const links = new DeviceLinks(book, new TakeoverLimit(ctx.clock), (device) => {
    ctx.log.warn(
      { device: device.ref.deviceCode },
      'two devices use one secret: both are held off',
    );
    raiseClonedAlarm(ctx, device.ref).catch((err: unknown) => {
      ctx.log.error({ err, device: device.ref.deviceCode }, 'an alarm could not be raised');
    });
  });
  const finder = new LinkFinder(ctx);
  const broker = await startBroker({ ctx, ingest, links, finder }).catch(async (error) => {
    await holder.stop();
    throw error;
  });
  const stopFollowing = ctx.bus.subscribe('device.changed', (event) => {
    void followChange(ctx, links, finder, event);
  });
  const stopMoves = followMoves(ctx, (customerId, move) => {
    for (const { device } of links.all()) {
      if (device !== undefined) followMove(device, customerId, move);
    }
  });
  const stopListening = await ctx.database.listen(LINK_TAKEN_CHANNEL, (payload) => {
    const [process, code = ''] = payload.split(' ');
    if (process !== ctx.processId) links.takenElsewhere(code);
  });
  return {
    port: broker.port,
    tlsPort: broker.tlsPort,
    counters: broker.counters,
    link: links,
    async stop() {
      stopFollowing();
      stopMoves();
      broker.freeze();
      await drained(ingest);
      await broker.close();
      await book.flush();
      await stopListening();
      await holder.stop();
    },
  };
}

async function startExternal(ctx: Context, ingest: Ingest, url: string): Promise<Gateway> {
  const holder = await holdLinks(ctx);
  const book = new ConnectionBook(ctx, EXTERNAL_BROKER);
  const finder = new LinkFinder(ctx);
  const known = new KnownLinks(finder, ingest, book, (code) => {
    ctx.log.warn({ device: code }, 'a message of a device nobody registered was passed over');
  });
  const broker = joinExternalBroker(ctx, url, known);
  const stopFollowing = ctx.bus.subscribe('device.changed', ({ deviceCode }) => {
    known.changed(deviceCode);
    const gateway = parseSlaveCode(deviceCode)?.gateway;
    if (gateway !== undefined) known.changed(gateway);
  });
  const stopMoves = followMoves(ctx, (customerId, move) => known.moved(customerId, move));
  const stopPresence = ctx.bus.subscribe('presence.changed', ({ deviceCode, presence }) => {
    if (presence === 'offline') known.wentOffline(deviceCode);
  });
  return {
    port: undefined,
    link: broker,
    async stop() {
      stopFollowing();
      stopMoves();
      stopPresence();
      await broker.freeze();
      known.stop();
      await drained(ingest);
      await broker.close();
      await book.flush();
      await holder.stop();
    },
  };
}

function followMoves(
  ctx: Context,
  follow: (customerId: number, move: PathMove) => void,
): () => void {
  return ctx.bus.subscribe('groups.changed', ({ customerId, move }) => {
    if (move !== null) follow(customerId, move);
  });
}

function drained(ingest: Ingest): Promise<unknown> {
  const limit = new Promise((resolve) => setTimeout(resolve, DRAIN_LIMIT_MS).unref());
  return Promise.race([ingest.drain(), limit]);
}

/** A device was moved, renamed, assigned slaves or deleted, or its secret ended. */
async function followChange(
  ctx: Context,
  links: DeviceLinks,
  finder: LinkFinder,
  event: BusEvents['device.changed'],
): Promise<void> {
  const own = links.sessionOf(event.deviceCode);
  if (event.credentialsEnded) own?.close('credentials');
  const gateway = parseSlaveCode(event.deviceCode)?.gateway;
  const codes = [event.deviceCode, ...(gateway === undefined ? [] : [gateway])];
  for (const code of codes) {
    const session = links.sessionOf(code);
    const known = session?.device;
    if (session === undefined || known === undefined) continue;
    try {
      const found = await finder.find(code);
      if (found === undefined || found.device.ref.deviceId !== known.ref.deviceId) session.close();
      else session.refresh(inherit(found.device, session.device ?? known));
    } catch (error) {
      ctx.log.warn({ err: error, device: code }, 'a changed device could not be read again');
      session.close();
    }
  }
}
