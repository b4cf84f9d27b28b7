/**
 * A simulated device with a real connection to a server under test, in real time. It disconnects
 * after the test file.
 */
import { Connection } from '@busbar/simulator/connection/connection';
import { SimulatedDevice } from '@busbar/simulator/device/device';
import { closeAfterFile } from '../close-after-file.ts';
import type { TestDevice } from '../factories/tenant-device.ts';
import { pollUntil } from '../programs/poll-until.ts';
import type { TestServer } from '../start-server.ts';
import { rowsOfDevice } from './device-rows.ts';

export interface SimulatedLine {
  readonly device: SimulatedDevice;
  stop(): Promise<void>;
}

export interface SimulatedOptions {
  readonly mqttPort: number;
  readonly code: string;
  readonly secret: string;
  readonly type: 'MT61' | 'MT88C';
  readonly slaveCount?: number;
}

export function startSimulated(options: SimulatedOptions): SimulatedLine {
  const { mqttPort, code, secret, type, slaveCount = 0 } = options;
  const device = new SimulatedDevice(
    {
      code,
      type,
      slaveCount,
      ratedCurrentA: 63,
      zone: 'Asia/Shanghai',
      countsFrom: Date.now(),
      intervalMs: 60_000,
      moveMs: 20,
    },
    Date.now(),
  );
  const connection = new Connection({
    url: `mqtt://127.0.0.1:${mqttPort}`,
    code,
    secret,
    random: () => 0,
    greeting: () => device.greeting(Date.now()),
    onCommand: (payload) => device.onCommand(payload, Date.now()).messages,
    onAcknowledged: () => undefined,
    onTrouble: () => undefined,
  });
  connection.start();
  return { device, stop: closeAfterFile(() => connection.stop(0)) };
}

/** Connects a simulated breaker; resolves when the server has stored its switch state. */
export async function connectBreaker(
  { mqttPort, parts }: TestServer,
  { deviceId, deviceCode: code, secret }: TestDevice,
): Promise<SimulatedLine> {
  const line = startSimulated({ mqttPort, code, secret, type: 'MT61' });
  await pollUntil(
    () => rowsOfDevice(parts.context.database, 'device_state', deviceId),
    ([row]) => row?.['connected'] === true && row['switch_action'] !== null,
    20_000,
  );
  return line;
}
