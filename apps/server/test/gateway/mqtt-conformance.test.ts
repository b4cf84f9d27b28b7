/** The driver of the device protocol over MQTT, with the embedded broker. */
import { startMqtt } from '../../src/gateway/mqtt/start-mqtt.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { describeDriver, type ProtocolClient } from './driver-conformance.ts';

describeDriver('MQTT', {
  start: startMqtt,
  async connect({ port }, device): Promise<ProtocolClient> {
    const { deviceCode } = device;
    const client = await connectDevice(port!, device);
    const received: ProtocolClient['received'][number][] = [];
    client.on('message', (_topic, payload) => {
      const { id, op } = JSON.parse(payload.toString());
      received.push({ id, kind: op });
    });
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const ping = async () => {
      await client.subscribeAsync(`ep/1/${deviceCode}/down/#`, { qos: 1 });
    };
    await ping();
    return {
      sendReadings: (readings) =>
        publishUp(
          client,
          deviceCode,
          'data',
          readings.map(({ at, voltageA }) => ({ ts: at, volPa: voltageA })),
        ),
      sendUnreadable: () => publishUp(client, deviceCode, 'data', 'not json'),
      ping,
      received,
      reply: (id) => publishUp(client, deviceCode, 'reply', { id, code: 0 }),
      ended,
      breakOff() {
        client.stream.destroy();
        client.end(true);
      },
    };
  },
});
