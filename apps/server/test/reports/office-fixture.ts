/**
 * A customer with difficult texts, with energy, bills and alarms that its files must carry through
 * a spreadsheet program unchanged.
 */
import { sql } from 'kysely';
import { buildEnergyFixture, type EnergyFixture } from '../energy/energy-fixture.ts';
import type { TestServer } from '../support/start-server.ts';

export const OFFICE_ZONE = 'Europe/Paris';
export const RATE_NAME = '=Night; "off-peak", تعرفة\u00a0ليلية';

/** Name and code of each device; `undefined` means the code it was registered with. */
const DEVICES: readonly (readonly [name: string, code: string | undefined])[] = [
  ['=1+1 "north"', undefined],
  ['+A1, hall', '00000000000042'],
  ['-12.5 kW; old', '86004305123456789012'],
  ['@SUM(A1:A9)\u{1f50c}', '1234567890E5'],
  ['محطة الضخ ٧', '-100000001'],
  ["泵站 “1 号”, 'a'", undefined],
  ['007', undefined],
  ['12:30', undefined],
  ['_x0041_ <b>&amp;</b>', undefined],
  ["'=2+2", undefined],
  ['Насосная; №\u00a05', undefined],
];

/**
 * First days of four settlement periods: one closed, two ended but not closed, one current. The
 * newest 90 days begin in the first one.
 */
export const PERIODS = ['2026-08-15', '2026-09-15', '2026-10-15', '2026-11-15'] as const;

export async function buildOfficeFixture(server: TestServer): Promise<EnergyFixture> {
  const world = await buildEnergyFixture(server, {
    seed: 7,
    zone: OFFICE_ZONE,
    months: 4,
    devices: DEVICES.length,
    settlementDay: 15,
    // The version starts in the middle of a period, so that a device has two lines for a band.
    versions: [
      {
        version: 2,
        from: '2026-09-28',
        prices: { sharp: 13_337, peak: 9999, offPeak: 6543, valley: 1 },
      },
    ],
  });
  const { db } = server.parts.context.database;
  const { customerId, rateId } = world;
  await sql`update rate set name = ${RATE_NAME}
    where customer_id = ${customerId} and rate_id = ${rateId}`.execute(db);
  for (const [i, { deviceId }] of world.devices.entries()) {
    const [name, code] = DEVICES[i]!;
    const ofDevice = sql`where customer_id = ${customerId} and device_id = ${deviceId}`;
    await sql`update device set name = ${name} ${ofDevice}`.execute(db);
    if (code === undefined) continue;
    await sql`update device set device_code = ${code} ${ofDevice}`.execute(db);
    await sql`update device_code set device_code = ${code} ${ofDevice}`.execute(db);
  }
  await world.admin.post('/api/v2/settlement/close', { start: PERIODS[0] });
  await buildAdjustments(server, world);
  await buildAlarms(server, world);
  return world;
}

/**
 * Adds adjustments of the closed period, payable with the current one; some are in the customer's
 * favor.
 */
async function buildAdjustments(server: TestServer, world: EnergyFixture): Promise<void> {
  const { db } = server.parts.context.database;
  await sql`insert into bill_adjustment (customer_id, of_start_day, in_start_day, device_id,
      energy_wh, amount, reason, created_at, group_path)
    select customer_id, ${PERIODS[0]}::date, ${PERIODS[3]}::date, device_id,
      (row_number() over (order by device_id) - 5) * 12345,
      (row_number() over (order by device_id) - 5) * 1037,
      case when device_id % 2 = 0 then 'correction' else 'late-readings' end, now(), path
    from device join user_group using (customer_id, group_id) where customer_id = ${world.customerId}`.execute(
    db,
  );
}

/**
 * Alarm times in the hour that occurs twice in Paris, at its first instant, and with fractions of
 * seconds.
 */
const ALARMED = [
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:30:00.999Z',
  '2026-09-30T21:59:59.987Z',
];
const TYPES = ['overVoltage', 'overTemp', 'deviceOffline', 'lampFault', 'phaseLoss'];

async function buildAlarms(server: TestServer, world: EnergyFixture): Promise<void> {
  const { db } = server.parts.context.database;
  for (const at of ALARMED) {
    await sql`insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority, phase,
        source, opened_at, day, last_at, ended_at, count, first_value, last_value, peak_value,
        limit_value, handled_at, handled_by_name, handled_note, log_detail)
      select customer_id, device_id, group_id, (${TYPES}::text[])[1 + n % 5],
        case when n % 2 = 0 then 'alarm' else 'warning' end, 1 + n % 4,
        (array['', 'A', 'B', 'C'])[1 + n % 4], 'device', opened_at,
        (opened_at at time zone ${OFFICE_ZONE})::date, opened_at,
        case when n % 3 > 0 or ${at !== ALARMED[0]} then opened_at + n * interval '77.777 seconds' end,
        1 + n * 1000,
        case when n % 5 <> 2 then n end, case when n % 5 <> 2 then -12.5 + n * 0.1 end,
        case when n % 5 <> 2 then -1234567.89 + n end, case when n % 5 <> 3 then -0.003 * n end,
        case when n % 2 > 0 then opened_at end,
        (array['', '@boss', '-Smith; A', 'محمد'])[1 + n % 4],
        (array['', '=HYPERLINK("http://x.test";"ok")', '+ ' || n || ', seen', '12-11'])[1 + n % 4],
        (array['May 5', '-2 lamps', '1/2', 'it''s "so"; A', E'\\uff1d1+1'])[1 + n % 5]
      from (
        select device.*, n, ${at}::timestamptz + n * interval '3 days' as opened_at
        from device, generate_series(0, 6) n where customer_id = ${world.customerId}
      ) of_device`.execute(db);
  }
}
