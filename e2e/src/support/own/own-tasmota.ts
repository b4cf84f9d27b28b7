/**
 * A Tasmota with several relays, over a real socket: it executes commands, and reports what it has
 * executed as a device does.
 */
import { TasmotaDevice } from '../../../../apps/server/test/support/devices/tasmota-device.ts';
import type { Program } from '../demo/program.ts';

export interface OwnTasmota {
  /** The relays that commands have switched, with their new position, in their order. */
  readonly switched: readonly string[];
  stop(): Promise<void>;
}

interface TasmotaCredentials {
  readonly code: string;
  readonly secret: string;
  readonly relays: number;
}

/** Number of the relay that a command names. */
const RELAY = /^POWER([0-9]*)$/;
const REPORT_MS = 2_000;

/** Connects a device whose relays are closed, with a load of 100 W times their number. */
export async function startOwnTasmota(
  { mqttPort }: Program,
  { code, secret, relays }: TasmotaCredentials,
): Promise<OwnTasmota> {
  const positions = Array.from({ length: relays }, (): 'ON' | 'OFF' => 'ON');
  const switched: string[] = [];
  const tasmota = await TasmotaDevice.connect(mqttPort, { deviceCode: code, secret });

  const powers = () =>
    Object.fromEntries(positions.map((position, at) => [`POWER${at + 1}`, position]));
  const state = () => ({ Time: '2026-01-01T00:00:00', Uptime: '0T00:10:00', ...powers() });
  const energy = () => ({
    Total: positions.map((_, at) => at + 1),
    Power: positions.map((position, at) => (position === 'ON' ? (at + 1) * 100 : 0)),
    Current: positions.map((position, at) => (position === 'ON' ? (at + 1) * 0.435 : 0)),
    Voltage: 230,
  });

  async function power(relay: number, payload: string): Promise<void> {
    if (payload === 'ON' || payload === 'OFF') {
      positions[relay - 1] = payload;
      switched.push(`${relay} ${payload}`);
    }
    const position = positions[relay - 1]!;
    await tasmota.publish('stat', 'RESULT', { [`POWER${relay}`]: position });
    await tasmota.publish('stat', `POWER${relay}`, position);
  }

  tasmota.client.on('message', (topic, payload) => {
    const name = topic.split('/').at(-1)!;
    const relay = RELAY.exec(name)?.[1];
    if (relay !== undefined) void power(Number(relay || 1), payload.toString());
    if (name === 'STATE') void tasmota.publish('stat', 'RESULT', state());
    if (name === 'STATUS') void tasmota.publish('stat', 'STATUS10', { StatusSNS: sensors() });
  });
  const sensors = () => ({ Time: '2026-01-01T00:00:00', ENERGY: energy() });
  await tasmota.subscribe();
  const reports = setInterval(() => void tasmota.sense(sensors()), REPORT_MS);
  return {
    switched,
    async stop() {
      clearInterval(reports);
      await tasmota.client.endAsync(true);
    },
  };
}
