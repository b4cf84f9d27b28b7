/** MQTT with an external broker (`MQTT_URL`): only the topics identify the devices. */
import { parseSlaveCode } from '@busbar/domain/device/device-code';
import { ConnectionBook } from '../../../areas/telemetry/presence/connection-book.ts';
import { EXTERNAL_BROKER } from '../../../areas/telemetry/presence/process-queries.ts';
import { followMoves } from '../../follow-moves.ts';
import type { DriverHost } from '../../gateway-driver.ts';
import { MQTT_CARRIES, type MqttDriver } from '../mqtt-driver.ts';
import { joinExternalBroker } from './external-broker.ts';
import { KnownLinks } from './known-links.ts';

export async function startExternal(
  { ctx, ingest, finder }: DriverHost,
  url: string,
): Promise<MqttDriver> {
  const book = new ConnectionBook(ctx, EXTERNAL_BROKER);
  const known = new KnownLinks(finder, ingest, book, (code) => {
    ctx.log.warn({ device: code }, 'a message of an unregistered device was discarded');
  });
  const broker = joinExternalBroker(ctx, url, known);
  const stopFollowing = ctx.bus.subscribe('device.changed', ({ deviceCode }) => {
    known.changed(deviceCode);
    const gateway = parseSlaveCode(deviceCode)?.gateway;
    if (gateway !== undefined) known.changed(gateway);
  });
  const stopMissed = ctx.bus.subscribe('events.missed', () => known.missed());
  const stopMoves = followMoves(ctx, (customerId, move) => known.moved(customerId, move));
  const stopPresence = ctx.bus.subscribe('presence.changed', ({ deviceCode, presence }) => {
    if (presence === 'offline') known.wentOffline(deviceCode);
  });
  return {
    port: undefined,
    tlsPort: undefined,
    counters: undefined,
    carries: MQTT_CARRIES,
    isConnected: broker.isConnected,
    send: broker.send,
    async freeze() {
      stopFollowing();
      stopMissed();
      stopMoves();
      stopPresence();
      await broker.freeze();
      known.stop();
    },
    async close() {
      await broker.close();
      await book.flush();
    },
  };
}
