/** A device that began to send at a known time, and the calls of the import as its customer. */
import type { AnswerOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import type { EnergyRegisters } from '@busbar/domain/device/measurement';
import { sql } from 'kysely';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import type { Caller } from '../../src/caller.ts';
import type { Context } from '../../src/context.ts';
import { readingImportHandlers } from '../../src/http/v2/onboarding/reading-import.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from '../energy/ledger-fixture.ts';
import type { TestDatabase } from '../support/databases.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';

/** Fee of a day with 4 kWh an hour: 8 h of valley, 8 of off-peak, 6 of peak and 2 of sharp. */
export const DAY_FEE = 32 * 0.26 + 32 * 0.65 + 24 * 1.04 + 8 * 1.25;
export const HOUR = 3_600_000;
export const QUARTER = HOUR / 4;
const ZONE = 'Asia/Shanghai';
/** The device sends from 2026-11-10 08:00 to 12:00 in Shanghai, each quarter hour 0.5 kWh. */
export const FIRST = Date.UTC(2026, 10, 10, 0);
export const FIRST_KWH = 500;
export const NOW = Date.UTC(2026, 10, 20, 4);

/** `2026-11-09 00:15` in Shanghai. */
export const local = (at: number): string =>
  new Date(at + 8 * HOUR).toISOString().slice(0, 16).replace('T', ' ');

type Row = readonly [time: string, value: string | number];

export const csv = (rows: readonly Row[], head = 'Time,Register (kWh)'): string =>
  Buffer.from([head, ...rows.map((row) => row.join(','))].join('\r\n')).toString('base64');

/** Registers of the 9 November, each quarter hour 1 kWh, from `kwh` at 00:00 to 24:00. */
export const dayOfRegisters = (kwh = 400): Row[] =>
  Array.from({ length: 97 }, (_, i) => [local(FIRST - 32 * HOUR + i * QUARTER), kwh + i]);

type Fields = Readonly<Record<string, unknown>>;
type Preview = AnswerOf<CallByName<'v2.reading-import.preview'>>['data'];
type Accepted = AnswerOf<CallByName<'v2.reading-import.accept'>>['data'];

/** The calls, with the database in the role of the customer as in a request. */
export function callsOf(ctx: Context, caller: Caller, deviceId: number) {
  const { customerId } = caller;
  const handlers = readingImportHandlers({ ...ctx, database: ctx.database.as({ customerId }) });
  const bodyOf = (content: string, more: Fields) => ({
    device_code: String(deviceId),
    content,
    ...more,
  });
  const preview = async (content: string, more: Fields = {}): Promise<Preview> => {
    const body = bodyOf(content, more);
    const answer = await handlers['v2.reading-import.preview']({ body, caller } as never);
    if ('refusal' in answer) throw new Error(`${answer.refusal} ${answer.field ?? ''}`);
    return (answer as { data: Preview }).data;
  };
  const accept = async (content: string, mark: string | null, more: Fields = {}) => {
    const body = { ...bodyOf(content, more), mark: mark ?? '' };
    const answer = await handlers['v2.reading-import.accept']({ body, caller } as never);
    return 'refusal' in answer ? answer.refusal : (answer as { data: Accepted }).data;
  };
  return {
    preview,
    accept,
    importFile: async (content: string, more: Fields = {}) => {
      const { mark } = await preview(content, more);
      return accept(content, mark, more);
    },
  };
}

export async function importWorld(
  database: TestDatabase,
  label: string,
  change: (tenant: Tenant, deviceId: number) => Promise<unknown> = async () => undefined,
) {
  await ensurePartitions(database, NOW - 401 * 24 * HOUR, NOW);
  const ctx = testContext(database, {}, NOW);
  const tenant = await ledgerTenant(database, ZONE, label);
  const deviceId = await ratedDevice(database, tenant);
  await change(tenant, deviceId);
  const sendRaw = async (
    ...rows: readonly (readonly [at: number, registers: EnergyRegisters])[]
  ) => {
    await sendRegisters(
      ctx,
      tenant,
      rows.map(([at, registers]) => ({ deviceId, at, registers })),
    );
    await runEnergy(ctx);
  };
  const send = (...rows: readonly (readonly [at: number, kwh: number])[]) =>
    sendRaw(...rows.map(([at, kwh]) => [at, { activeTotal: kwh }] as const));
  await send(
    ...Array.from({ length: 17 }, (_, i) => [FIRST + i * QUARTER, FIRST_KWH + i / 2] as const),
  );
  const caller = callerOf(tenant);
  return {
    ctx,
    tenant,
    deviceId,
    caller,
    send,
    sendRaw,
    ...callsOf(ctx, caller, deviceId),
    days: () => daysOf(database, deviceId),
  };
}

/** Energy in kWh and fee of each day, and the energies of the quarter hours in Wh. */
async function daysOf(database: TestDatabase, deviceId: number) {
  const { rows } = await sql<{ day: string; wh: number; fee: number; slots: string }>`
    select d.day, d.energy_wh as wh,
      (fee_sharp + fee_peak + fee_off_peak + fee_valley)::bigint as fee, s.slot_wh::text as slots
    from energy_day d left join energy_slot s using (customer_id, device_id, day)
    where d.device_id = ${deviceId} and d.channel = 'activeTotal' order by d.day`.execute(
    database.db,
  );
  return new Map(
    rows.map(({ day, wh, fee, slots }) => [
      day,
      { kwh: wh / 1000, fee: fee / 100, slots: slots.slice(1, -1).split(',').map(Number) },
    ]),
  );
}

/** Readings stored for the device. */
export async function countStored(database: TestDatabase, deviceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from energy_register where device_id = ${deviceId}`.execute(
    database.db,
  );
  return rows[0]!.count;
}
