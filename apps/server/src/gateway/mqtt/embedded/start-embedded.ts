/** MQTT with the embedded broker: each device has a connection to this process. */
import { followDevices } from '../../follow-devices.ts';
import type { DriverHost } from '../../gateway-driver.ts';
import { MQTT_CARRIES, type MqttDriver } from '../mqtt-driver.ts';
import { startBroker } from './broker.ts';
import { DeviceLinks } from './device-links.ts';

export async function startEmbedded(host: DriverHost): Promise<MqttDriver> {
  const { ctx, ingest, finder, connections } = host;
  const { book } = connections;
  const links = new DeviceLinks(connections);
  const broker = await startBroker({ ctx, ingest, links, finder });
  const following = await followDevices(ctx, book, links, finder);
  return {
    port: broker.port,
    tlsPort: broker.tlsPort,
    counters: broker.counters,
    carries: MQTT_CARRIES,
    isConnected: (deviceCode) => links.isConnected(deviceCode),
    send: (deviceCode, command, remainingMs) => links.send(deviceCode, command, remainingMs),
    reset: (deviceCode) => links.reset(deviceCode),
    async freeze() {
      following.stopChanges();
      broker.freeze();
    },
    async close() {
      await broker.close();
      await book.flush();
      await following.stop();
    },
  };
}
