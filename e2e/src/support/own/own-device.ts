/** A simulated breaker created by the test, over a real socket and controlled by the test. */

import { ensureDevices } from '@busbar/simulator/connection/server-account';
import type { SimulatedDevice } from '@busbar/simulator/device/device';
import { specOf } from '@busbar/simulator/device/device-spec';
import { Fleet } from '@busbar/simulator/fleet/fleet';
import type { Program } from '../demo/program.ts';

/** Report interval of the device, which applies the test's changes with each report. */
const REPORT_MS = 500;

export interface OwnDevice {
  readonly code: string;
  readonly device: SimulatedDevice;
  stop(): Promise<void>;
}

/** Registers the breaker as the demo user, and connects it. */
export async function startOwnDevice(program: Program): Promise<OwnDevice> {
  const [credentials] = await ensureDevices({
    server: program.url,
    user: 'demo',
    password: program.demoPassword,
    prefix: 'OWN',
    devices: 1,
    onProgress: () => undefined,
  });
  const { code } = credentials!;
  const fleet = connectDevice(program, credentials!);
  return { code, device: fleet.device(code)!, stop: () => fleet.stop() };
}

/** Connects a registered device, which reports until the fleet is stopped. */
export function connectDevice(
  program: Program,
  { secret, ...credentials }: Parameters<typeof specOf>[0] & { readonly secret: string },
): Fleet {
  const line = { zone: 'Asia/Shanghai', countsFrom: Date.now(), intervalMs: REPORT_MS };
  const fleet = new Fleet({
    url: `mqtt://127.0.0.1:${program.mqttPort}`,
    members: [{ spec: specOf(credentials, line), secret, faults: [] }],
    now: Date.now,
    random: () => 0,
    ledger: undefined,
    connectPerSecond: 1,
  });
  fleet.start();
  return fleet;
}
