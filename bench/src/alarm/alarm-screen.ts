/**
 * Latency from a device to the screen: the over-voltage alarms of some devices begin and end in
 * turn while all other devices flap. The time is measured from sending the message to the arrival
 * of the row on the page's socket.
 */
import type { MqttClient } from 'mqtt';
import { connectDevice, publishUp } from '../../../apps/server/test/support/start-gateway.ts';
import type { PushSocket } from '../browser/push-socket.ts';
import type { LoadDevice } from '../load/load-instruction.ts';

/** Alarms per second. */
const PER_SECOND = 20;
const GIVEN_UP_MS = 10_000;

export interface ScreenProbe {
  /** Latency in ms of each alarm that began within the time; infinite if it never arrived. */
  run(ms: number): Promise<number[]>;
  end(): Promise<void>;
}

export async function screenProbe(
  port: number,
  devices: readonly LoadDevice[],
  openPage: () => Promise<PushSocket>,
): Promise<ScreenProbe> {
  const clients: MqttClient[] = [];
  for (const { code, secret } of devices) {
    clients.push(await connectDevice(port, { deviceCode: code, secret }));
  }
  const say = (i: number, active: boolean) =>
    publishUp(clients[i]!, devices[i]!.code, 'alarm', {
      ts: Date.now(),
      type: 'overVoltage',
      kind: 'alarm',
      active,
      value: 281,
      limit: 275,
      phase: 'A',
    });
  async function once(socket: PushSocket, i: number): Promise<number> {
    const opened = socket.opened(devices[i]!.code);
    const began = performance.now();
    await say(i, true);
    const at = await Promise.race([opened, after(GIVEN_UP_MS).then(() => Infinity)]);
    await say(i, false);
    return at - began;
  }
  return {
    async run(ms) {
      // The page is opened late, because sending every reading to it costs more than the alarms.
      const socket = await openPage();
      const begun: Promise<number>[] = [];
      const started = performance.now();
      const count = Math.floor((ms / 1000) * PER_SECOND);
      for (let n = 0; n < count; n += 1) {
        await after(started + (n * 1000) / PER_SECOND - performance.now());
        const i = n % devices.length;
        // Waits for the previous alarm of the device; a device whose alarm is still missing is
        // behind schedule.
        await begun[n - devices.length];
        begun.push(once(socket, i));
      }
      const waits = await Promise.all(begun);
      socket.close();
      return waits;
    },
    async end() {
      await Promise.all(clients.map((client) => client.endAsync()));
    },
  };
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
