/**
 * The demo customer: an account that anyone on this machine may use, with a simulated fleet that
 * connects to the platform like any other. Created once; later starts reuse it.
 */

import { lampLoadText } from '@busbar/domain/demand/lamp-load';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { newDeviceSecret } from '../../fleet/devices/device-secret.ts';
import {
  type Account,
  findAccount,
  insertAccount,
  replacePassword,
} from '../../identity/accounts/account-queries.ts';
import { hashPassword, verifyPassword } from '../../identity/passwords/password-hash.ts';
import { createCustomer } from '../../identity/registration/create-customer.ts';
import type { NewCustomer } from '../../identity/registration/customer-queries.ts';
import { readableSecret, storedSecret } from '../../shared/installation/stored-secret-files.ts';
import { firstCurrencyId, firstZoneId } from '../../shared/reference/reference-queries.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { createCityGroups, createDemoDevice } from './create-demo-devices.ts';
import type { DemoDevice } from './demo-device.ts';
import { DEMO_DEVICES } from './demo-fleet.ts';
import { createDemoProjects } from './demo-projects.ts';
import { listDevices, skipFirstSteps, updateDemoDevice } from './demo-queries.ts';
import { devicePast } from './device-past.ts';
import {
  credentialsFileOf,
  deleteFleetState,
  type FleetDevice,
  type FleetFile,
  fleetStateFileOf,
  readFleet,
  writeFleet,
} from './fleet-file.ts';
import { startOfHistory } from './history-span.ts';

export const DEMO_ACCOUNT = 'demo';

/** Time zone of the demo's days; it is the first row of the reference table. */
export const DEMO_ZONE = 'Asia/Shanghai';

export interface DemoCustomer {
  readonly customerId: number;
  readonly password: string;
  readonly fleet: FleetFile;
  readonly simulatedDevices: number;
  /** Files of the simulator: its devices with their secrets, and their persisted state. */
  readonly credentialsFile: string;
  readonly stateFile: string;
}

export interface DemoOptions {
  /** Days from meter start to the demo's first start; lower it if 13 months are not needed. */
  readonly historyDays?: number;
}

export async function prepareDemoCustomer(
  ctx: Context,
  { historyDays = ctx.config.demoHistoryDays }: DemoOptions = {},
): Promise<DemoCustomer> {
  const { dataDir, demoPassword } = ctx.config;
  const password =
    demoPassword ?? storedSecret(dataDir, 'demoPassword', () => readableSecret(ctx.random, 2));
  const known = await findAccount(ctx.database.db, DEMO_ACCOUNT);
  const fleet =
    known === undefined
      ? await makeDemo(ctx, password, historyDays)
      : await reuseDemo(ctx, known, password, historyDays);
  const simulated = await devicesStillOurs(ctx, fleet);
  writeFleet(dataDir, fleet, simulated);
  return {
    customerId: fleet.customerId,
    password,
    fleet,
    simulatedDevices: simulated.length,
    credentialsFile: credentialsFileOf(dataDir),
    stateFile: fleetStateFileOf(dataDir),
  };
}

/** Excludes devices that were deleted, or whose secret was replaced for a real device. */
async function devicesStillOurs(ctx: Context, fleet: FleetFile): Promise<FleetDevice[]> {
  const rows = await listDevices(ctx.database.db, fleet.customerId);
  const hashOf = new Map(rows.map((row) => [row.device_code, row.secret_hash]));
  return fleet.devices.filter(
    ({ code, secret }) => hashOf.get(code)?.equals(sha256(secret)) === true,
  );
}

function makeDemo(ctx: Context, password: string, historyDays: number): Promise<FleetFile> {
  deleteFleetState(ctx.config.dataDir);
  return ctx.database.transaction((trx) => createDemo(ctx, trx, password, historyDays));
}

async function reuseDemo(
  ctx: Context,
  known: Account,
  password: string,
  historyDays: number,
): Promise<FleetFile> {
  const { customerId, userId, passwordHash } = known;
  await ensurePassword(ctx, customerId, userId, passwordHash, password);
  const fleet = readFleet(ctx.config.dataDir);
  if (fleet !== undefined && fleet.customerId === customerId) return fleet;
  if (fleet !== undefined) deleteFleetState(ctx.config.dataDir);
  return ctx.database.transaction((trx) => renewFleet(ctx, trx, customerId, historyDays));
}

async function hashed(password: string): Promise<string> {
  const hash = await hashPassword(password);
  if (hash === undefined) throw new Error('Too many passwords are hashed at the start.');
  return hash;
}

async function ensurePassword(
  ctx: Context,
  customerId: number,
  userId: number,
  oldHash: string,
  password: string,
): Promise<void> {
  if (await verifyPassword(oldHash, password)) return;
  const newHash = await hashed(password);
  await replacePassword(ctx.database.db, {
    customerId,
    userId,
    oldHash,
    newHash,
    now: ctx.clock.now(),
  });
}

/** RMB per kWh. */
const DEMO_PRICES = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' } as const;

async function createDemo(
  ctx: Context,
  trx: Executor,
  password: string,
  historyDays: number,
): Promise<FleetFile> {
  const now = ctx.clock.now();
  const customer: NewCustomer = {
    chineseCode: '演示客户',
    englishCode: 'Busbar Demo',
    contactUser: 'Demo',
    address: 'Century Avenue, Shanghai',
    zoneId: await firstZoneId(trx),
    currencyId: await firstCurrencyId(trx),
    mapType: 'google',
    state: 'active',
  };
  const created = await createCustomer(ctx, trx, customer, DEMO_PRICES);
  const { customerId, groupId, rateId, userId } = created;
  const account = await insertAccount(trx, {
    customerId,
    userId,
    groupId,
    userName: DEMO_ACCOUNT,
    passwordHash: await hashed(password),
    role: 'admin',
    mustChangePassword: false,
    now,
  });
  if (!account) throw new Error('The demo account was made by another process.');
  await skipFirstSteps(trx, customerId, userId);
  const groups = await createCityGroups(ctx, trx, customerId, groupId);
  const devices: FleetDevice[] = [];
  for (const device of DEMO_DEVICES) {
    const secret = newDeviceSecret(ctx.random);
    const place = { customerId, groupId: groups.get(device.city) ?? groupId, rateId };
    await createDemoDevice(ctx, trx, device, place, secret.hash);
    devices.push(fleetRow(device, secret.secret, now));
  }
  const fleet = {
    customerId,
    zone: DEMO_ZONE,
    countsFrom: startOfHistory(now, historyDays),
    devices,
  };
  const maker = { customerId, groupId, userId, userName: DEMO_ACCOUNT };
  await createDemoProjects(trx, maker, fleet, now);
  return fleet;
}

function fleetRow(device: DemoDevice, secret: string, firstStart: number): FleetDevice {
  const past = device.past && devicePast(device.past, firstStart);
  return {
    code: device.code,
    secret,
    type: device.type,
    ratedCurrentA: device.ratedCurrentA,
    slaves: device.slaves.map(({ address }) => address),
    ...(past === undefined ? {} : { past }),
    ...(device.lamps === undefined ? {} : { lamps: lampLoadText(device.lamps) }),
  };
}

/** Issues new secrets if the secrets file was lost; the meters keep their current values. */
async function renewFleet(
  ctx: Context,
  trx: Executor,
  customerId: number,
  historyDays: number,
): Promise<FleetFile> {
  const rows = await listDevices(trx, customerId);
  const devices: FleetDevice[] = [];
  const createdAt = rows.reduce(
    (earliest, row) => Math.min(earliest, row.created_at),
    ctx.clock.now(),
  );
  for (const device of DEMO_DEVICES) {
    const row = rows.find((candidate) => candidate.device_code === device.code);
    if (row === undefined) continue;
    const secret = newDeviceSecret(ctx.random);
    await updateDemoDevice(trx, customerId, row.device_id, {
      secret_hash: secret.hash,
      secret_rotated_at: instant(ctx.clock.now()),
    });
    devices.push(fleetRow(device, secret.secret, createdAt));
  }
  return {
    customerId,
    zone: DEMO_ZONE,
    countsFrom: startOfHistory(createdAt, historyDays),
    devices,
  };
}
