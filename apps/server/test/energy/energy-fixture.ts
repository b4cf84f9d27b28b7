/**
 * A customer with a tree of groups and a fleet of known energy, and clients in groups of that tree.
 */
import {
  addDays,
  addMonths,
  firstOfMonth,
  localDateOf,
  startOfLocalDate,
} from '@busbar/domain/local-date';
import {
  FIRST_VERSION,
  inventDays,
  seededNumbers,
  type TrueDay,
  type TrueVersion,
  writeDays,
} from '../support/devices/energy-rows.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import type { HttpClient } from '../support/http-client.ts';
import type { TestServer } from '../support/start-server.ts';

export interface FleetDevice {
  readonly deviceId: number;
  readonly groupId: number;
  readonly code: string;
  readonly name: string;
}

/** A client, and all days and devices that it may see. */
export interface View {
  readonly client: HttpClient;
  readonly groupId: number;
  readonly days: readonly TrueDay[];
  readonly devices: readonly FleetDevice[];
}

export interface EnergyFixture {
  readonly customerId: number;
  readonly rateId: number;
  readonly zone: string;
  readonly today: string;
  /** Number of completed quarter hours of today. */
  readonly quarters: number;
  readonly days: readonly TrueDay[];
  readonly versions: readonly TrueVersion[];
  readonly devices: readonly FleetDevice[];
  /** The views of the root, of north, and of the child group of north. */
  readonly views: readonly View[];
  readonly admin: HttpClient;
  /** User name of the administrator. */
  readonly adminName: string;
}

export interface EnergyPlan {
  readonly seed: number;
  readonly zone: string;
  readonly months?: number;
  readonly devices?: number;
  readonly settlementDay?: number;
  /** Further versions of the tariff after the first. */
  readonly versions?: readonly TrueVersion[];
}

const QUARTER_MS = 900_000;
/** The customer was created at this time, before its first energy. */
const BEFORE_ALL = Date.UTC(2020, 0, 1);

export async function buildEnergyFixture(
  server: TestServer,
  plan: EnergyPlan,
): Promise<EnergyFixture> {
  const ctx = server.parts.context;
  const { db } = ctx.database;
  const random = seededNumbers(plan.seed);
  const customer = await buildCustomer(ctx);
  const { customerId, rateId } = customer;
  const zone = await db
    .selectFrom('zone')
    .select('zone_id')
    .where('iana_name', '=', plan.zone)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('customer')
    .set({
      zone_id: zone.zone_id,
      settlement_day: plan.settlementDay ?? 1,
      created_at: new Date(BEFORE_ALL),
    })
    .where('customer_id', '=', customerId)
    .execute();
  const root = { groupId: customer.groupId, path: [customer.groupId] };
  const north = await buildGroup(ctx, customer, 'north');
  const yard = await buildGroup(ctx, customer, 'yard', north);
  const south = await buildGroup(ctx, customer, 'south');
  const groups = [root, north, yard, south];
  const caller = await buildCaller(ctx, customer, { role: 'admin' });
  const devices: FleetDevice[] = [];
  for (let i = 0; i < (plan.devices ?? 7); i++) {
    const { groupId } = groups[Math.floor(random() * groups.length)]!;
    const name = `Feeder ${i + 1}`;
    const made = await buildDevice(ctx, caller, { name, group: groupId });
    devices.push({ deviceId: made.deviceId, groupId, code: made.code, name });
  }
  const today = localDateOf(ctx.clock.now(), plan.zone);
  const quarters = Math.floor((ctx.clock.now() - startOfLocalDate(today, plan.zone)) / QUARTER_MS);
  const days = inventDays({
    zone: plan.zone,
    devices,
    from: addMonths(firstOfMonth(today), -(plan.months ?? 13)),
    to: addDays(today, 1),
    // The current quarter hour has energy too: cards include it, comparisons leave it out.
    lastQuarters: quarters + 1,
    random,
    settlementDay: plan.settlementDay ?? 1,
    versions: [FIRST_VERSION, ...(plan.versions ?? [])],
  });
  for (const { version, from, prices } of plan.versions ?? []) {
    await db
      .insertInto('rate_version')
      .values({
        customer_id: customerId,
        rate_id: rateId,
        version,
        start_day: from,
        price_sharp: prices.sharp / 10_000,
        price_peak: prices.peak / 10_000,
        price_off_peak: prices.offPeak / 10_000,
        price_valley: prices.valley / 10_000,
        calendar: null,
        created_at: new Date(ctx.clock.now()),
      })
      .execute();
  }
  await writeDays(ctx.database, customerId, days, rateId);
  // The energy of a deleted device remains in the totals.
  await db
    .updateTable('device')
    .set({ deleted_at: new Date(ctx.clock.now()) })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', devices[0]!.deviceId)
    .execute();
  const below = (groupId: number) =>
    new Set(groups.filter(({ path }) => path.includes(groupId)).map((group) => group.groupId));
  const views: View[] = [];
  for (const { groupId } of [root, north, yard]) {
    const seen = below(groupId);
    views.push({
      client: await buildClient(server, customer, { role: 'viewer', groupId }),
      groupId,
      days: days.filter((day) => seen.has(day.groupId)),
      devices: devices.filter((device) => seen.has(device.groupId)),
    });
  }
  const admin = await buildClient(server, customer, { role: 'admin' });
  const versions = [FIRST_VERSION, ...(plan.versions ?? [])];
  return {
    customerId,
    rateId,
    zone: plan.zone,
    today,
    quarters,
    days,
    versions,
    devices,
    views,
    admin,
    adminName: admin.userName,
  };
}
