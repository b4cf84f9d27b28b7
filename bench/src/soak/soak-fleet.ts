/** The devices of a soak and what they have sent and executed. */

import type { Execution } from '../../../apps/server/test/reliability/command-checkers.ts';
import { FleetDevice } from '../../../apps/server/test/support/fleet/fleet-device.ts';
import type { LoadDevice } from '../load/load-instruction.ts';
import { payloads } from '../load/load-payloads.ts';

const VALUES = payloads(64).map((bytes) => bytes.toString());

export class SoakFleet {
  readonly devices: FleetDevice[];
  readonly executions: Execution[] = [];
  /** Times of the acknowledged readings of each device, epoch ms. */
  readonly acknowledged = new Map<string, number[]>();
  acknowledgedCount = 0;
  sentCount = 0;
  #latencies: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #next = 0;
  #alarms = new Set<FleetDevice>();

  constructor(members: readonly LoadDevice[], port: number) {
    this.devices = members.map(
      ({ code, secret }, index) =>
        new FleetDevice({
          code,
          secret,
          port: () => port,
          from: `127.0.4.${1 + (index % 20)}`,
          random: Math.random,
          onCommand: (device, { id }) =>
            this.executions.push({
              deviceCode: device.code,
              commandId: id,
              at: Date.now(),
              moved: true,
            }),
        }),
    );
  }

  start(intervalMs: number): void {
    for (const device of this.devices) {
      device.start();
      const state = () => JSON.stringify({ ts: device.now(), action: 'closeByCommand' });
      device.send({ kind: 'state', payload: state });
    }
    // The devices report one after another, each once in the interval.
    const everyMs = Math.max(20, intervalMs / this.devices.length);
    const each = Math.max(1, Math.round((this.devices.length * everyMs) / intervalMs));
    this.#timer = setInterval(() => {
      for (let i = 0; i < each; i++) this.#report();
    }, everyMs);
  }

  /** Sends no new readings. */
  finish(): void {
    clearInterval(this.#timer);
  }

  stop(): void {
    this.finish();
    for (const device of this.devices) device.stop();
  }

  get pending(): number {
    return this.devices.reduce((sum, { pending }) => sum + pending, 0);
  }

  takeLatencies(): number[] {
    const latencies = this.#latencies;
    this.#latencies = [];
    return latencies;
  }

  /** Begins an alarm of the device, or ends it. */
  alarm(device: FleetDevice): void {
    const active = !this.#alarms.delete(device);
    if (active) this.#alarms.add(device);
    const value = { type: 'overVoltage', kind: 'alarm', active, value: 281.2, limit: 275 };
    device.send({ kind: 'alarm', payload: JSON.stringify({ ts: device.now(), ...value }) });
  }

  #report(): void {
    const device = this.devices[this.#next]!;
    const values = VALUES[this.#next % VALUES.length]!;
    this.#next = (this.#next + 1) % this.devices.length;
    const ts = device.now();
    const sentAt = performance.now();
    // The register rises with time: 1 kWh in 100 s, less than the rating allows.
    const register = ((ts - Date.UTC(2026, 0, 1)) / 360_000).toFixed(2);
    const payload = values
      .replace(/"ts":\d+/, `"ts":${ts}`)
      .replace(/"epT":[\d.]+/, `"epT":${register}`);
    this.sentCount += 1;
    device.send({
      kind: 'data',
      payload,
      onAcknowledged: () => {
        this.#latencies.push(performance.now() - sentAt);
        this.acknowledgedCount += 1;
        const times = this.acknowledged.get(device.code) ?? [];
        this.acknowledged.set(device.code, times);
        times.push(ts);
      },
    });
  }
}
