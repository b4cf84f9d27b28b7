/** MQTT with an external broker (`MQTT_URL`): only the topics identify the devices. */
import { parseSlaveCode } from '@busbar/domain/device/device-code';
import { ConnectionBook } from '../../../areas/telemetry/presence/connection-book.ts';
import { EXTERNAL_BROKER } from '../../../areas/telemetry/presence/process-queries.ts';
import { followMoves } from '../../follow-moves.ts';
import type { DriverHost } from '../../gateway-driver.ts';
import { MQTT_CARRIES, type MqttDriver } from '../mqtt-driver.ts';
import { joinExternalBroker } from './external-broker.ts';
import { KnownLinks } from './known-links.ts';
import { OtherDevices } from './others/other-devices.ts';

export async function startExternal(host: DriverHost, url: string): Promise<MqttDriver> {
  const { ctx, ingest, finder } = host;
  const book = new ConnectionBook(ctx, EXTERNAL_BROKER);
  const known = new KnownLinks(finder, ingest, book, (code) => {
    ctx.log.warn({ device: code }, 'a message of an unregistered device was discarded');
  });
  const others = new OtherDevices(host, book);
  await others.load();
  const broker = joinExternalBroker(ctx, url, known, others);
  const all = [known, others];
  const stopFollowing = ctx.bus.subscribe('device.changed', ({ deviceCode }) => {
    const gateway = parseSlaveCode(deviceCode)?.gateway;
    for (const code of gateway === undefined ? [deviceCode] : [deviceCode, gateway]) {
      for (const links of all) links.changed(code);
    }
  });
  const stopMissed = ctx.bus.subscribe('events.missed', () => {
    for (const links of all) links.missed();
  });
  const stopMoves = followMoves(ctx, (customerId, move) => {
    for (const links of all) links.moved(customerId, move);
  });
  const stopPresence = ctx.bus.subscribe('presence.changed', ({ deviceCode, presence }) => {
    if (presence === 'offline') for (const links of all) links.wentOffline(deviceCode);
  });
  return {
    port: undefined,
    tlsPort: undefined,
    counters: {
      get refusedMessages() {
        return others.refused.total;
      },
    },
    carries: MQTT_CARRIES,
    isConnected: broker.isConnected,
    send: broker.send,
    reset: broker.reset,
    async freeze() {
      stopFollowing();
      stopMissed();
      stopMoves();
      stopPresence();
      await broker.freeze();
      for (const links of all) links.stop();
    },
    async close() {
      await broker.close();
      await book.flush();
    },
  };
}
