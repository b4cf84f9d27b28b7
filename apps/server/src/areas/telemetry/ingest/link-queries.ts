/** Queries of the gateway for devices that connect. */
import { ratingOf, ruleOf } from '@busbar/domain/alarm/alarm-rule';
import { DeviceWatch } from '@busbar/domain/alarm/device-watch';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { sql } from 'kysely';
import { deviceRefOf } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import { zigbeeDevicesOf } from '../../fleet/zigbee/zigbee-device-queries.ts';
import type { LinkDevice, TrackedDevice } from '../presence/link-device.ts';

/** A registered device and the hash that verifies its secret; null if no secret was issued. */
export interface RegisteredLink {
  readonly device: LinkDevice;
  readonly protocol: DeviceProtocol;
  readonly secretHash: Buffer | null;
  /** The previous secret and its expiry, epoch ms; null if there is none. */
  readonly oldSecret: { readonly hash: Buffer; readonly until: number } | null;
}

interface LinkRow {
  link_code: string;
  customer_id: number;
  device_id: number;
  device_code: string;
  kind: DeviceKind;
  protocol: DeviceProtocol;
  slave_address: number | null;
  group_path: number[];
  secret_hash: Buffer | null;
  old_secret_hash: Buffer | null;
  old_secret_until: number | null;
  expected_interval_s: number;
  simulated: boolean;
  registered_at: number;
  signal_csq: number | null;
  heard_at: number | null;
  unreachable: boolean | null;
  measured_at: number | null;
  registers_at: number | null;
  rated_voltage_v: number | null;
  rated_current_a: number | null;
  /** Active alarms about the device that the platform has raised. */
  open_alarms: { type: string; phase: string; lastAt: number }[] | null;
}

/**
 * Returns the active devices with these codes, and their slaves; one query for any number of codes,
 * because after an outage thousands connect at once. The code of a slave matches nothing, because a
 * slave has no connection.
 */
export async function findLinks(
  executor: Executor,
  codes: readonly string[],
): Promise<Map<string, RegisteredLink>> {
  const { rows } = await sql<LinkRow>`
    select l.device_code as link_code, d.customer_id, d.device_id, d.device_code, d.kind,
      d.protocol, d.slave_address, g.path as group_path, d.secret_hash, d.old_secret_hash, d.old_secret_until,
      d.expected_interval_s, d.simulated, d.created_at as registered_at,
      s.signal_csq, s.heard_at, s.unreachable,
      (select m.ts from measurement m
        where m.customer_id = d.customer_id and m.device_id = d.device_id
        order by m.ts desc limit 1) as measured_at,
      (select e.ts from energy_register e
        where e.customer_id = d.customer_id and e.device_id = d.device_id
        order by e.ts desc limit 1) as registers_at,
      d.rated_voltage_v, d.rated_current_a,
      (select json_agg(json_build_object('type', a.alarm_type, 'phase', a.phase,
          'lastAt', (extract(epoch from a.last_at) * 1000)::float8)) from alarm a
        where a.customer_id = d.customer_id and a.device_id = d.device_id
          and a.ended_at is null and a.source = 'platform') as open_alarms
    from device_code l
    join device d on d.customer_id = l.customer_id and d.deleted_at is null
      and (d.device_id = l.device_id or (d.gateway_id = l.device_id and d.kind = 'slave'))
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
    where l.device_code = any(${[...codes]}::text[])`.execute(executor);
  const formerOwners = await findFormerOwners(executor, codes);

  const slaves = new Map<string, Map<number, TrackedDevice>>();
  for (const row of rows) {
    if (row.kind !== 'slave' || row.slave_address === null) continue;
    const ofGateway = slaves.get(row.link_code) ?? new Map<number, TrackedDevice>();
    slaves.set(row.link_code, ofGateway.set(row.slave_address, tracked(row)));
  }
  const bridges = rows
    .filter(({ kind, protocol }) => kind === 'gateway' && protocol === 'zigbee2mqtt')
    .map(deviceRefOf);
  const zigbeeDevices = await zigbeeDevicesOf(executor, bridges);
  const links = new Map<string, RegisteredLink>();
  for (const row of rows) {
    if (row.kind === 'slave') continue;
    const device: LinkDevice = Object.assign(tracked(row), {
      kind: row.kind,
      registeredAt: row.registered_at,
      hadOtherOwner: formerOwners.some(
        (former) => former.code === row.device_code && former.customerId !== row.customer_id,
      ),
      slaves: slaves.get(row.link_code) ?? new Map<number, TrackedDevice>(),
      zigbeeDevices: zigbeeDevices.get(row.device_id),
    });
    links.set(row.link_code, {
      device,
      protocol: row.protocol,
      secretHash: row.secret_hash,
      oldSecret:
        row.old_secret_hash === null || row.old_secret_until === null
          ? null
          : { hash: row.old_secret_hash, until: row.old_secret_until },
    });
  }
  return links;
}

async function findFormerOwners(executor: Executor, codes: readonly string[]) {
  const { rows } = await sql<{ code: string; customerId: number }>`
    select distinct device_code as code, customer_id as "customerId" from device
    where device_code = any(${[...codes]}::text[]) and deleted_at is not null`.execute(executor);
  return rows;
}

function tracked(row: LinkRow): TrackedDevice {
  const open = row.open_alarms ?? [];
  return {
    ref: deviceRefOf(row),
    expectedIntervalS: row.expected_interval_s,
    registeredAt: row.registered_at,
    simulated: row.simulated,
    signalCsq: row.signal_csq,
    newestMeasurementAt: row.measured_at ?? Number.NEGATIVE_INFINITY,
    newestRegistersAt: row.registers_at ?? Number.NEGATIVE_INFINITY,
    lastArrivalAt: Number.NEGATIVE_INFINITY,
    heardWrittenAt: row.heard_at ?? Number.NEGATIVE_INFINITY,
    isUnreachable: row.unreachable ?? false,
    clockWrongAt: open.find(({ type }) => type === 'clockError')?.lastAt,
    watch: new DeviceWatch(
      ratingOf(row.rated_voltage_v, row.rated_current_a),
      open.filter(({ type }) => ruleOf(type) !== undefined),
    ),
  };
}
