/** The serial line of a DTU and the meters on it. */
import { isIP } from 'node:net';
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import {
  type LineReport,
  saveLineReport,
} from '../../../src/areas/fleet/serial-lines/line-report-queries.ts';
import { saveLineAddress } from '../../../src/areas/fleet/serial-lines/outgoing-line-queries.ts';
import {
  type LineOptions,
  type MeterSettings,
  saveLineMeter,
  saveSerialLine,
} from '../../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';
import type { Tenant } from './tenant.ts';
import { buildTenantDevice, type DeviceOptions, type TestDevice } from './tenant-device.ts';

const LINE: LineOptions = {
  protocol: 'modbus-rtu',
  baud: 9_600,
  heartbeat: 'HB',
  needsSecret: true,
  ...DIAL_IN,
};
const METER: MeterSettings = {
  station: '1',
  profileId: 'generic-modbus',
  ratios: {},
  intervalS: 1,
};

export interface BuiltLine extends TestDevice {
  readonly slaveIds: ReadonlyMap<number, number>;
}

/** Registers a DTU; the meters have the slots 1, 2, …, or are the DTU itself with `isOwn`. */
export async function buildSerialLine(
  database: Database,
  { customerId, ...tenant }: Tenant,
  options: {
    readonly line?: Partial<LineOptions>;
    readonly meters?: readonly Partial<MeterSettings>[];
    readonly isOwn?: boolean;
    readonly device?: DeviceOptions;
  } = {},
): Promise<BuiltLine> {
  const { line = {}, meters = [{}], isOwn = false } = options;
  const slaves = isOwn ? [] : meters.map((_, at) => at + 1);
  const dtu = await buildTenantDevice(
    database,
    { customerId, ...tenant },
    { kind: 'dtu', slaves, ...options.device },
  );
  const settings = { ...LINE, ...line };
  const ref = { customerId, deviceId: dtu.deviceId };
  await saveSerialLine(database.db, ref, settings);
  const ip = isIP(settings.host ?? '') === 0 ? undefined : (settings.host ?? undefined);
  const isSaved = await saveLineAddress(database.db, ref, settings, ip);
  if (!isSaved) throw new Error(`another line has the address ${settings.host}`);
  for (const [at, meter] of meters.entries()) {
    const deviceId = isOwn ? dtu.deviceId : dtu.slaveIds.get(at + 1)!;
    const change = { userId: 0, reason: 'Meter changed' };
    await saveLineMeter(database.db, { customerId, deviceId }, { ...METER, ...meter }, change);
  }
  return dtu;
}

const reportOf = (label: string): LineReport => ({
  ...{ connectedAt: 0, lastReceivedAt: 0, sent: 2, answers: 1, refusals: 0 },
  ...{ timeouts: 1, incomplete: 0, discarded: { noise: 3 } },
  leftAlone: [{ station: `${label}-2`, until: 0 }],
  faults: [{ station: `${label}-3`, reason: 'profile-unknown' }],
  frames: [{ at: 0, direction: 'received', hex: `${label}`, words: [], result: 'noise' }],
});

/** A line whose DTU is the tenant's device, with texts that contain the label. */
export async function buildLineOfTenant(
  database: Database,
  { label, customerId, deviceId, users }: Owner,
): Promise<void> {
  const of = { customer_id: customerId, device_id: deviceId };
  await database.db
    .insertInto('serial_line')
    .values({ ...of, protocol: 'modbus-rtu', baud: 9600, heartbeat: `${label}-heartbeat` })
    .execute();
  const ratios = { ct_primary: '200', ct_secondary: '5', pt_primary: '10000', pt_secondary: '100' };
  await database.db
    .insertInto('line_meter')
    .values({
      ...of,
      station: `${label}-1`,
      profile_id: 'acrel-dtsd1352',
      interval_s: 60,
      changed_by: Object.values(users)[0]?.userId ?? 0,
      change_reason: `${label}-reason`,
      ...ratios,
    })
    .execute();
  await saveLineReport(database.db, { customerId, deviceId }, reportOf(label), Date.now());
}
