/** The serial line of a DTU and the meters on it. */
import { isIP } from 'node:net';
import { EXAMPLE_TABLE } from '@busbar/contract/v2/fleet/meter-profiles';
import { fileOfTable } from '@busbar/device-profiles/own/meter-table';
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import {
  type LineReport,
  saveLineReport,
} from '../../../src/areas/fleet/serial-lines/line-report-queries.ts';
import type { TestedQuantity } from '../../../src/areas/fleet/serial-lines/line-test-queries.ts';
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

const testedOf = (label: string): TestedQuantity => ({
  ...{ quantity: `${label}-quantity`, words: [], outcome: 'no-answer' },
  ...{ value: null, unit: '', exception: null },
});

/** A line whose DTU is the tenant's device, with texts that contain the label. */
export async function buildLineOfTenant(
  database: Database,
  { label, customerId, groupId, deviceId, users, at }: Owner,
) {
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
  const userId = Object.values(users)[0]?.userId ?? 0;
  const meterProfileId = `u-01890000-0000-7000-c000-${String(deviceId).padStart(12, '0')}`;
  const table = { ...EXAMPLE_TABLE, maker: `${label}-maker` };
  await database.db
    .insertInto('meter_profile')
    .values({
      ...{ customer_id: customerId, profile_id: meterProfileId, group_id: groupId },
      ...{ name: `${label}-profile`, changed_by: userId, changed_at: at },
      file: JSON.stringify(fileOfTable(table, meterProfileId)),
    })
    .execute();
  const lineTestId = `01890000-0000-7000-d000-${String(deviceId).padStart(12, '0')}`;
  await database.db
    .insertInto('line_test')
    .values({
      ...{ ...of, test_id: lineTestId, requested_at: at, claimed_at: at },
      ...{ request: JSON.stringify({ label }), result: JSON.stringify([testedOf(label)]) },
    })
    .execute();
  return { meterProfileId, lineTestId };
}
