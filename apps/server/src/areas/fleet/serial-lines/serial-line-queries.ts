/** Queries for the serial lines behind DTUs and for the meters on them. */
import type { LineForm } from '@busbar/domain/line/line-form';
import type { LineAddress } from '@busbar/domain/line/line-transport';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import { accessOf, type MeterAccess, type SwitchingColumns } from './meter-switching-queries.ts';

export interface LineDevice {
  readonly customerId: number;
  readonly deviceId: number;
}

export interface LineOptions extends LineForm {
  /** False for a DTU that registers with its IMEI or ICCID. */
  readonly needsSecret: boolean;
}

/** Primary and secondary value of a transformer, as on its nameplate. */
export interface TransformerRatio {
  readonly primary: number;
  readonly secondary: number;
}

export interface MeterSettings {
  /** Address on the line: 1 to 247 in decimal (Modbus TCP: 0 to 255), or twelve digits (DL/T 645). */
  readonly station: string;
  readonly profileId: string;
  readonly ratios: { readonly ct?: TransformerRatio; readonly pt?: TransformerRatio };
  readonly intervalS: number;
}

/** The user who changes a meter, and the reason for the energy correction, in their language. */
export interface MeterChange {
  readonly userId: number;
  readonly reason: string;
}

export interface StoredMeter extends MeterSettings {
  readonly deviceId: number;
  /** Grows with each change of station, profile or ratios. */
  readonly revision: number;
  /** `slave_address` of the slave device; undefined if the meter is the DTU itself. */
  readonly slot: number | undefined;
  /** False if the meter is only read. */
  readonly canSwitch: boolean;
  /** Undefined if the meter is only read, or needs no password. */
  readonly access: MeterAccess | undefined;
  /** File of the profile if users have added it; null for a profile of the platform. */
  readonly ownFile: unknown;
}

export interface StoredLine extends LineOptions {
  /** In the order of their slots. */
  readonly meters: readonly StoredMeter[];
}

interface LineRow extends LineOptions, SwitchingColumns {
  /** Place of the DTU in the request, from 1. */
  readonly place: number;
  readonly meterId: number | null;
  readonly slot: number | null;
  readonly station: string;
  readonly profileId: string;
  readonly ctPrimary: string | null;
  readonly ctSecondary: string | null;
  readonly ptPrimary: string | null;
  readonly ptSecondary: string | null;
  readonly intervalS: number;
  readonly revision: number;
  readonly ownFile: unknown;
}

/** Returns the lines of these DTUs in their order; undefined for a DTU without a line. */
export async function findSerialLines(
  executor: Executor,
  dtus: readonly LineDevice[],
): Promise<(StoredLine | undefined)[]> {
  const rows = await overCustomers(
    executor,
    customersOf(dtus),
    (within) => sql<LineRow>`
    select w.place, l.protocol, l.baud, l.heartbeat, l.needs_secret as "needsSecret",
      coalesce(o.transport, 'dial-in') as transport, o.host, o.port,
      m.device_id as "meterId", d.slave_address as slot, m.station, m.profile_id as "profileId",
      m.ct_primary as "ctPrimary", m.ct_secondary as "ctSecondary", m.pt_primary as "ptPrimary",
      m.pt_secondary as "ptSecondary", m.interval_s as "intervalS", m.revision,
      m.can_switch as "canSwitch", m.password_level as "passwordLevel",
      m.password as "sealedPassword", m.operator_code as "operatorCode",
      m.close_mode as "closeMode", p.file as "ownFile"
    from unnest(${dtus.map(({ customerId }) => customerId)}::int4[],
      ${dtus.map(({ deviceId }) => deviceId)}::int4[])
      with ordinality as w (customer_id, device_id, place)
    join serial_line l on l.customer_id = w.customer_id and l.device_id = w.device_id
      and ${within('l')}
    left join outgoing_line o on o.customer_id = l.customer_id and o.device_id = l.device_id
    left join device d on d.customer_id = l.customer_id and d.deleted_at is null
      and (d.device_id = l.device_id or (d.gateway_id = l.device_id and d.kind = 'slave'))
      and ${within('d')}
    left join line_meter m on m.customer_id = d.customer_id and m.device_id = d.device_id
      and ${within('m')}
    left join meter_profile p on p.customer_id = m.customer_id and p.profile_id = m.profile_id
      and ${within('p')}
    where ${within('w')}
    order by w.place, d.slave_address nulls first`,
  );
  const lines: (StoredLine & { readonly meters: StoredMeter[] })[] = [];
  for (const row of rows) {
    const { place, protocol, baud, heartbeat, needsSecret, transport, host, port } = row;
    const address = { transport, host, port };
    lines[place - 1] ??= { protocol, baud, heartbeat, needsSecret, ...address, meters: [] };
    if (row.meterId !== null) lines[place - 1]!.meters.push(meterOf(row, row.meterId));
  }
  return dtus.map((_, at) => lines[at]);
}

function meterOf(row: LineRow, deviceId: number): StoredMeter {
  const { station, profileId, intervalS, revision, ownFile } = row;
  const ct = ratioOf(row.ctPrimary, row.ctSecondary);
  const pt = ratioOf(row.ptPrimary, row.ptSecondary);
  const ratios = { ...(ct && { ct }), ...(pt && { pt }) };
  const slot = row.slot ?? undefined;
  const access = accessOf(row);
  const settings = { station, profileId, ratios, intervalS };
  return { deviceId, slot, ...settings, revision, canSwitch: row.canSwitch, access, ownFile };
}

function ratioOf(primary: string | null, secondary: string | null): TransformerRatio | undefined {
  if (primary === null || secondary === null) return undefined;
  return { primary: Number(primary), secondary: Number(secondary) };
}

/** Inserts the settings of a line except its address, or replaces them. */
export async function saveSerialLine(
  executor: Executor,
  { customerId, deviceId }: LineDevice,
  line: Omit<LineOptions, keyof LineAddress>,
): Promise<void> {
  const values = {
    protocol: line.protocol,
    baud: line.baud,
    heartbeat: line.heartbeat,
    needs_secret: line.needsSecret,
  };
  await executor
    .insertInto('serial_line')
    .values({ customer_id: customerId, device_id: deviceId, ...values })
    .onConflict((oc) => oc.columns(['customer_id', 'device_id']).doUpdateSet(values))
    .execute();
}

/**
 * Inserts a meter, or replaces its settings. The caller checks that the station is free. If anything
 * but the interval changes, the next registers are not compared with earlier ones.
 */
export async function saveLineMeter(
  executor: Executor,
  { customerId, deviceId }: LineDevice,
  { station, profileId, ratios, intervalS }: MeterSettings,
  { userId, reason }: MeterChange,
): Promise<void> {
  const settings = {
    station,
    profile_id: profileId,
    ct_primary: ratios.ct?.primary ?? null,
    ct_secondary: ratios.ct?.secondary ?? null,
    pt_primary: ratios.pt?.primary ?? null,
    pt_secondary: ratios.pt?.secondary ?? null,
  };
  const change = { changed_by: userId, change_reason: reason };
  const names = Object.keys(settings);
  const row = (table: string) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)));
  const isOther = sql<boolean>`(${row('line_meter')}) is distinct from (${row('excluded')})`;
  const ifOther = (column: string) =>
    sql`case when ${isOther} then ${sql.ref(`excluded.${column}`)}
      else ${sql.ref(`line_meter.${column}`)} end`;
  await executor
    .insertInto('line_meter')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      ...settings,
      ...change,
      interval_s: intervalS,
    })
    .onConflict((oc) =>
      oc.columns(['customer_id', 'device_id']).doUpdateSet({
        ...settings,
        interval_s: intervalS,
        revision: sql<number>`line_meter.revision + (${isOther})::int4`,
        changed_by: ifOther('changed_by').$castTo<number>(),
        change_reason: ifOther('change_reason').$castTo<string>(),
      }),
    )
    .execute();
}

export async function deleteLineMeter(
  executor: Executor,
  { customerId, deviceId }: LineDevice,
): Promise<void> {
  await executor
    .deleteFrom('line_meter')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
}
