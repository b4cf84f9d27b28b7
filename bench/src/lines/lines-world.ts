/** DTUs with meters, inserted directly into the tables. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import type { Tenant } from '../../../apps/server/test/support/factories/tenant.ts';
import type { BenchEngine } from '../engine/bench-engine.ts';
import type { DtuCredentials } from './line-instruction.ts';

export interface LinesWorld {
  readonly engine: BenchEngine;
  readonly tenant: Tenant;
  readonly polled: readonly DtuCredentials[];
  readonly busy: readonly DtuCredentials[];
  readonly quiet: readonly DtuCredentials[];
  readonly idle: readonly DtuCredentials[];
}

export interface DtuPlan {
  /** The first letters of the codes. */
  readonly label: string;
  /** Id of the first device. */
  readonly firstId: number;
  readonly count: number;
  readonly meters: number;
  readonly profile: string;
  readonly intervalS: number;
  readonly canSwitch?: boolean;
}

const SLICE = 500;

/** Registers the DTUs; their meters are slaves at the stations from 1. */
export async function createDtus(
  { db }: Database,
  tenant: Tenant,
  plan: DtuPlan,
): Promise<DtuCredentials[]> {
  const { device_type_id } = await db
    .selectFrom('device_type')
    .select('device_type_id')
    .where('name', '=', 'HF-DTU')
    .executeTakeFirstOrThrow();
  const { customerId: customer_id, groupId: group_id, rateId: rate_id } = tenant;
  const dtus = Array.from({ length: plan.count }, (_, index) => ({
    id: plan.firstId + index * (plan.meters + 1),
    code: `${plan.label}-${1_000_000 + index}`,
    secret: `of-${plan.label}-${1_000_000 + index}`,
  }));
  const shared = { customer_id, device_type_id, group_id, rate_id, created_at: new Date() };
  for (let from = 0; from < dtus.length; from += SLICE) {
    const slice = dtus.slice(from, from + SLICE);
    const meters = slice.flatMap(({ id, code }) =>
      Array.from({ length: plan.meters }, (_, at) => ({
        device_id: id + at + 1,
        device_code: `${code}-${at + 1}`,
        gateway_id: id,
        slave_address: at + 1,
      })),
    );
    const devices = [
      ...slice.map(({ id, code, secret }) => ({
        ...{ device_id: id, device_code: code, kind: 'dtu' as const },
        ...{ gateway_id: null, slave_address: null },
        secret_hash: createHash('sha256').update(secret).digest(),
      })),
      ...meters.map((meter) => ({ ...meter, kind: 'slave' as const, secret_hash: null })),
    ];
    await db
      .insertInto('device')
      .values(
        devices.map((device) => ({
          ...shared,
          ...device,
          name: device.device_code,
          expected_interval_s: plan.intervalS,
        })),
      )
      .execute();
    await db
      .insertInto('device_code')
      .values(
        devices.map(({ device_id, device_code }) => ({ customer_id, device_id, device_code })),
      )
      .execute();
    await db
      .insertInto('device_state')
      .values(devices.map(({ device_id }) => ({ customer_id, device_id })))
      .execute();
    await db
      .insertInto('serial_line')
      .values(
        slice.map(({ id }) => ({
          ...{ customer_id, device_id: id },
          ...{ protocol: 'modbus-rtu', baud: 9_600, heartbeat: 'HB', needs_secret: true },
        })),
      )
      .execute();
    await db
      .insertInto('line_meter')
      .values(
        meters.map(({ device_id, slave_address }) => ({
          ...{ customer_id, device_id, station: String(slave_address) },
          ...{ profile_id: plan.profile, interval_s: plan.intervalS },
          ...{ can_switch: plan.canSwitch ?? false, changed_by: 0, change_reason: 'bench' },
        })),
      )
      .execute();
  }
  return dtus.map(({ code, secret }) => ({ code, secret }));
}
