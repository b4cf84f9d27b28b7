/** A simulated device with a real connection to a server under test, in real time. */
import { Connection } from '@busbar/simulator/connection/connection';
import { SimulatedDevice } from '@busbar/simulator/device/device';

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
  return { device, stop: () => connection.stop(0) };
}
