/**
 * Load of a live wall: devices that send at a constant rate, each on a separate connection. The
 * active power in a message encodes the second of the minute in which it was sent, to a thousandth,
 * so that the value on the page shows its latency.
 */
import type { MqttClient } from 'mqtt';
import { connectDevice } from '../../../apps/server/test/support/start-gateway.ts';
import type { LoadDevice } from '../load/load-instruction.ts';
import { payloads } from '../load/load-payloads.ts';

const MINUTE_MS = 60_000;
/** Interval between two bursts of the sender. */
const SLICE_MS = 10;

export interface WallLoad {
  readonly sent: number;
  /** Last value of each device, kW, by its code. */
  readonly last: ReadonlyMap<string, number>;
  /** Resolves when every message is acknowledged. */
  stop(): Promise<void>;
}

export async function connectWall(
  port: number,
  devices: readonly LoadDevice[],
): Promise<{ send(perSecond: number): WallLoad; end(): Promise<void> }> {
  const clients: MqttClient[] = [];
  for (const { code, secret } of devices) {
    clients.push(await connectDevice(port, { deviceCode: code, secret }));
  }
  const readings = payloads(devices.length).map((text) => JSON.parse(text.toString()) as object);
  return {
    send(perSecond) {
      const last = new Map<string, number>();
      const began = Date.now();
      let sent = 0;
      let waiting = 0;
      const timer = setInterval(() => {
        const due = ((Date.now() - began) * perSecond) / 1000;
        for (; sent < due; sent += 1) {
          const i = sent % devices.length;
          const { code } = devices[i]!;
          const ts = Date.now();
          const insP = (ts % MINUTE_MS) / 1000;
          last.set(code, insP);
          waiting += 1;
          const payload = JSON.stringify({ ...readings[i], ts, insP });
          clients[i]!.publish(`ep/1/${code}/up/data`, payload, { qos: 1 }, () => {
            waiting -= 1;
          });
        }
      }, SLICE_MS);
      return {
        get sent() {
          return sent;
        },
        last,
        async stop() {
          clearInterval(timer);
          while (waiting > 0) await new Promise((resolve) => setTimeout(resolve, SLICE_MS));
        },
      };
    },
    end: async () => void (await Promise.all(clients.map((client) => client.endAsync(true)))),
  };
}
