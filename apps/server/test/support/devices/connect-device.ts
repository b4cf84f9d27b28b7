/** The MQTT connection of a device, as its client library makes it. */
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { closeAfterFile } from '../close-after-file.ts';
import type { TestDevice } from '../factories/tenant-device.ts';

/**
 * Connects like a device until the end of the test file; rejects if the broker refuses the
 * connection.
 */
export function connectDevice(
  port: number,
  device: Pick<TestDevice, 'deviceCode' | 'secret'>,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    clientId: device.deviceCode,
    username: device.deviceCode,
    password: device.secret,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    ...options,
  });
  return new Promise((resolve, reject) => {
    client.once('connect', () => {
      closeAfterFile(async () => void client.end(true));
      resolve(client);
    });
    client.once('error', (error) => {
      client.end(true);
      reject(error);
    });
    client.once('close', () => reject(new Error('closed before it was connected')));
  });
}
