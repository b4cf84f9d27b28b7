/** A server program, a fleet behind one router with wrong secrets among it, and browsers. */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { closeAfterFile } from '../../support/close-after-file.ts';
import type { TestDatabase } from '../../support/databases.ts';
import { createTenant, type Tenant } from '../../support/factories/tenant.ts';
import { FleetBrowser } from '../../support/fleet/fleet-browser.ts';
import { FleetDevice, type FleetDeviceOptions } from '../../support/fleet/fleet-device.ts';
import { type FleetMember, insertFleet } from '../../support/fleet/fleet-rows.ts';
import {
  freePort,
  type ServerProgram,
  serverProgram,
} from '../../support/programs/server-program.ts';
import { FIRST_OPERATOR, openOperators } from '../command-rig.ts';
import type { SentReading } from '../readings/check-readings.ts';

/** The address of the router, which all devices of the fleet share. */
const ROUTER = '127.0.0.9';
const BROWSERS_PER_USER = 20;
const BROWSERS_PER_ADDRESS = 50;
const CALLS = [
  '/api/v2/dashboard-now',
  '/api/v2/statistics-online',
  '/api/v2/energy-fee?date_type=day&count=14',
];

type Entry = { -readonly [K in keyof SentReading]: SentReading[K] };

export interface StormRig {
  readonly tenant: Tenant;
  readonly program: ServerProgram;
  readonly httpPort: number;
  readonly url: string;
  readonly random: () => number;
  /** Everything that the devices have sent. */
  readonly ledger: Entry[];
  addDevices(label: string, count: number, options?: DeviceOptions): Promise<RigDevices>;
  addBrowsers(count: number): Promise<FleetBrowser[]>;
}

type DeviceOptions = Partial<Pick<FleetDeviceOptions, 'window' | 'onCommand' | 'retryMs'>> & {
  readonly wrongSecret?: boolean;
};

export interface RigDevices {
  readonly members: readonly FleetMember[];
  readonly devices: readonly FleetDevice[];
  /** Sends a message of `count` readings, one a minute, the newest at `until`, from each device. */
  send(count: number, until: number): void;
}

export async function stormRig(
  database: TestDatabase,
  label: string,
  seed: number,
  env: Readonly<Record<string, string>> = {},
): Promise<StormRig> {
  const random = seededRandom(seed);
  const tenant = await createTenant(database, { label, now: Date.now() });
  const httpPort = await freePort();
  const program = await serverProgram({
    PORT: String(httpPort),
    DATABASE_URL: database.databaseUrl,
    DEVICE_RATE: '100000',
    CONTROL_GAP_S: '0',
    CONTROL_PER_MINUTE: '100000',
    CONTROL_GROUP_PERCENT: '100',
    ...env,
  });
  closeAfterFile(() => program.remove());
  await program.start();
  const ledger: Entry[] = [];
  let firstId = 400_000_000 + seed * 100_000;

  return {
    tenant,
    program,
    httpPort,
    url: `http://127.0.0.1:${httpPort}`,
    random,
    ledger,
    async addDevices(fleetLabel, count, { wrongSecret = false, ...options } = {}) {
      const members = await insertFleet(database, tenant, {
        label: fleetLabel,
        first: firstId,
        count,
      });
      firstId += count;
      const devices = members.map(
        ({ code, secret }) =>
          new FleetDevice({
            code,
            secret: wrongSecret ? `${secret}-of-before` : secret,
            port: () => program.mqttPort,
            from: ROUTER,
            random,
            ...options,
          }),
      );
      closeAfterFile(async () => {
        for (const device of devices) device.stop();
      });
      return { members, devices, send: (n, until) => sendReadings(devices, ledger, n, until) };
    },
    async addBrowsers(count) {
      const users = Math.ceil(count / BROWSERS_PER_USER);
      const tokens = await openOperators(database, tenant, users);
      const browsers = Array.from({ length: count }, (_, index) => {
        const user = index % users;
        return new FleetBrowser({
          port: () => httpPort,
          token: tokens[user]!,
          userId: FIRST_OPERATOR + user,
          from: `127.0.1.${1 + Math.floor(index / BROWSERS_PER_ADDRESS)}`,
          calls: CALLS,
          random,
        });
      });
      closeAfterFile(async () => {
        for (const browser of browsers) browser.stop();
      });
      return browsers;
    },
  };
}

function sendReadings(
  devices: readonly FleetDevice[],
  ledger: Entry[],
  count: number,
  until: number,
): void {
  for (const device of devices) {
    const entries: Entry[] = Array.from({ length: count }, (_, i) => {
      const ts = until - (count - 1 - i) * 60_000;
      return { device: device.code, ts, register: registerAt(ts), acknowledged: false };
    });
    ledger.push(...entries);
    const readings = entries.map(({ ts, register }) => ({
      ts,
      ...VALUES,
      epT: register / 100,
    }));
    device.send({
      kind: 'data',
      payload: JSON.stringify(count === 1 ? readings[0] : readings),
      onAcknowledged() {
        for (const entry of entries) entry.acknowledged = true;
      },
    });
  }
}

/** A reading of the size that a three-phase device sends. */
const PHASES = { a: 'A', b: 'B', c: 'C' };
const VALUES = Object.fromEntries([
  ...Object.entries(PHASES).flatMap(([phase, letter]) => [
    [`volP${phase}`, 230.1],
    [`cur${letter}`, 10.25],
    ...['insP', 'insQ', 'insS', 'pwrF'].map((field) => [`${field}${phase}`, 0.955]),
  ]),
  ['freq', 50.01],
  ['t', 38.5],
]);

/** A register in 0.01 kWh that rises with time, so that late readings have the value of their time. */
const registerAt = (ts: number) => Math.floor((ts - Date.UTC(2026, 0, 1)) / 10_000);
