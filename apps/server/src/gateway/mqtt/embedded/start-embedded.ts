/** MQTT with the embedded broker: each device has a connection to this process. */
import { parseSlaveCode } from '@busbar/domain/device/device-code';
import { raiseClonedAlarm } from '../../../areas/telemetry/presence/cloned-alarm.ts';
import {
  ConnectionBook,
  LINK_TAKEN_CHANNEL,
} from '../../../areas/telemetry/presence/connection-book.ts';
import {
  followMove,
  inherit,
  type LinkDevice,
} from '../../../areas/telemetry/presence/link-device.ts';
import type { BusEvents } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { followMoves } from '../../follow-moves.ts';
import type { DriverHost } from '../../gateway-driver.ts';
import type { LinkFinder } from '../../link-finder.ts';
import { TakeoverLimit } from '../../takeover-limit.ts';
import { MQTT_CARRIES, type MqttDriver } from '../mqtt-driver.ts';
import { startBroker } from './broker.ts';
import { DeviceLinks } from './device-links.ts';

export async function startEmbedded({ ctx, ingest, finder }: DriverHost): Promise<MqttDriver> {
  const book = new ConnectionBook(ctx, ctx.processId);
  const links = new DeviceLinks(book, new TakeoverLimit(ctx.clock), (device) =>
    reportCloned(ctx, device),
  );
  const broker = await startBroker({ ctx, ingest, links, finder });
  const stopFollowing = ctx.bus.subscribe('device.changed', (event) => {
    void followChange(ctx, links, finder, event);
  });
  const stopMoves = followMoves(ctx, (customerId, move) => {
    for (const { device } of links.all()) {
      if (device !== undefined) followMove(device, customerId, move);
    }
  });
  const stopListening = await ctx.database.listen(LINK_TAKEN_CHANNEL, (payload) => {
    if (payload === '') {
      closeTakenElsewhere(book, links).catch((err: unknown) =>
        ctx.log.warn({ err }, 'the connections to other processes could not be read'),
      );
      return;
    }
    const [process, code = ''] = payload.split(' ');
    if (process !== ctx.processId) links.takenElsewhere(code);
  });
  return {
    port: broker.port,
    tlsPort: broker.tlsPort,
    counters: broker.counters,
    carries: MQTT_CARRIES,
    isConnected: (deviceCode) => links.isConnected(deviceCode),
    send: (deviceCode, command, remainingMs) => links.send(deviceCode, command, remainingMs),
    reset: (deviceCode) => links.reset(deviceCode),
    async freeze() {
      stopFollowing();
      stopMoves();
      broker.freeze();
    },
    async close() {
      await broker.close();
      await book.flush();
      await stopListening();
    },
  };
}

/**
 * Closes the connections whose devices have a newer one to another process, after notifications may
 * have been missed. A connection that is opened during the check is the newest.
 */
async function closeTakenElsewhere(book: ConnectionBook, links: DeviceLinks): Promise<void> {
  const sessions = new Set(links.all());
  const devices = [...sessions].flatMap(({ device }) => (device === undefined ? [] : [device]));
  for (const code of await book.listTakenElsewhere(devices)) {
    const session = links.sessionOf(code);
    if (session !== undefined && sessions.has(session)) links.takenElsewhere(code);
  }
}

function reportCloned(ctx: Context, { ref }: LinkDevice): void {
  ctx.log.warn({ device: ref.deviceCode }, 'two devices use the same secret: both are blocked');
  raiseClonedAlarm(ctx, ref).catch((err: unknown) => {
    ctx.log.error({ err, device: ref.deviceCode }, 'an alarm could not be raised');
  });
}

/** Handles a device that was moved, renamed, given slaves or deleted, or whose secret changed. */
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
      ctx.log.warn({ err: error, device: code }, 'a changed device could not be reloaded');
      session.close();
    }
  }
}
