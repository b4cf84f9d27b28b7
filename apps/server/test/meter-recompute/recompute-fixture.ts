/**
 * A meter behind a DTU that counts 1 kWh an hour. Its CT is 100/5, but it was read as 200/5 until
 * the settings were corrected, so that its registers were twice as high.
 */
import type { AnswerOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import { builtinProfile } from '@busbar/device-profiles/builtin-profiles';
import { encodeAnswers, type RawAnswer } from '@busbar/device-profiles/raw/answer-bytes';
import { answerDecoder } from '@busbar/device-profiles/raw/decode-answers';
import { readingOf } from '@busbar/device-profiles/reading/reading-of';
import { sql } from 'kysely';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import {
  type MeterSettings,
  saveLineMeter,
} from '../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import { writeReadings } from '../../src/areas/telemetry/ingest/write-readings.ts';
import type { Caller } from '../../src/caller.ts';
import { meterRecomputeHandlers } from '../../src/http/v2/onboarding/meter-recompute.ts';
import { answerTable, ensurePartitions, rawTables } from '../../src/storage/partitions.ts';
import { ledgerTenant } from '../energy/ledger-fixture.ts';
import type { TestDatabase } from '../support/databases.ts';
import { readingRow } from '../support/devices/reading-row.ts';
import { buildSerialLine } from '../support/factories/serial-line.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';

export const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 2026-10-30 00:00 in Shanghai. */
export const START = Date.UTC(2026, 9, 29, 16);
export const NOW = START + 21 * DAY;
/** Hours after the start: readings by the wrong settings end, those by the right ones follow. */
export const CORRECTED = 72;
export const END = 96;

const pt = { primary: 1, secondary: 1 };
const ctOf = (primary: number) => ({ ct: { primary, secondary: 5 }, pt });
export const RIGHT: MeterSettings = {
  ...{ station: '1', profileId: 'acrel-dtsd1352', ratios: ctOf(100), intervalS: 3600 },
};
export const WRONG: MeterSettings = { ...RIGHT, ratios: ctOf(200) };

export const at = (hour: number): number => START + hour * HOUR;
/** The real register after so many hours. */
export const kwhAt = (hour: number): number => 100 + hour;

const read = { functionCode: 3 } as const;

/** What the meter answers: its register without the CT, 230 V and 5 A of the secondary side. */
export function answersAt(hour: number): RawAnswer[] {
  const register = kwhAt(hour) * 5;
  const energy = [register >>> 16, register & 0xffff, ...new Array(40).fill(0)];
  return [
    { read, from: 0x0a, words: energy },
    { read, from: 0x61, words: [2300, 2300, 2300, 500, 500, 500] },
  ];
}

type Preview = AnswerOf<CallByName<'v2.meter-recompute.preview'>>['data'];
type Accepted = AnswerOf<CallByName<'v2.meter-recompute.accept'>>['data'];
type Stretches = AnswerOf<CallByName<'v2.meter-recompute'>>['data']['stretches'];

export interface SentReadings {
  readonly revision?: number;
  /** Null for readings without answers. */
  readonly answers?: ((hour: number) => RawAnswer[]) | null;
  readonly by?: MeterSettings;
}

export async function meterWorld(database: TestDatabase, label: string) {
  await ensurePartitions(database, START - 95 * DAY, NOW, [...rawTables, answerTable]);
  const ctx = testContext(database, {}, NOW);
  const tenant = await ledgerTenant(database, 'Asia/Shanghai', label);
  const { customerId } = tenant;
  const line = await buildSerialLine(database, tenant, { meters: [WRONG] });
  const deviceId = line.slaveIds.get(1)!;
  const ref = { customerId, deviceId };
  const where = { customer_id: customerId, device_id: deviceId };
  await database.db
    .updateTable('device')
    .set({ rated_voltage_v: 230, rated_current_a: 63 })
    .where((eb) => eb.and(where))
    .execute();
  await database.db
    .insertInto('device_state')
    .values({ ...where, heard_at: new Date(NOW) })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const meter = () =>
    database.db
      .selectFrom('line_meter')
      .select(['revision', 'stored_revision as stored'])
      .where((eb) => eb.and(where))
      .executeTakeFirstOrThrow();
  const caller = callerOf(tenant);
  const change = { userId: caller.userId, reason: 'Meter changed' };
  const first = (await meter()).revision;

  /** Stores a reading of each hour as the ingest does, decoded by the settings of its revision. */
  async function send(from: number, to: number, sent: SentReadings = {}) {
    const { revision = first, answers = answersAt, by = WRONG } = sent;
    const decode = answerDecoder(builtinProfile(by.profileId)!, by.ratios);
    const rows = Array.from({ length: to - from + 1 }, (_, i) => {
      const raw = (answers ?? answersAt)(from + i);
      const { measured, registers } = readingOf(decode(raw));
      const told = {
        at: at(from + i),
        ...(measured && { measured }),
        ...(registers && { registers }),
      };
      const meterAnswers = { station: by.station, bytes: encodeAnswers(raw) };
      return {
        ...readingRow(ref, told),
        ...(answers === null ? {} : { meterRevision: revision, meterAnswers }),
      };
    });
    await ctx.database.transaction((trx) => writeReadings(trx, rows, ctx.clock.now()));
    await runEnergy(ctx);
  }

  const correct = async (settings = RIGHT) => {
    await saveLineMeter(database.db, ref, settings, change);
    return (await meter()).revision;
  };

  return {
    ...{ ctx, tenant, caller, deviceId, ref, line, first, meter, send, correct },
    ...callsOf(ctx, caller, deviceId),
    /** Readings by the wrong settings, then by the corrected ones. */
    async polled() {
      await send(0, CORRECTED);
      await send(CORRECTED + 1, END, { revision: await correct(), by: RIGHT });
    },
    /** kWh of each local day of the billed energy. */
    async days() {
      await runEnergy(ctx);
      const rows = await database.db
        .selectFrom('energy_day')
        .select(['day', 'energy_wh as wh'])
        .where((eb) => eb.and({ ...where, channel: 'activeTotal' as const }))
        .orderBy('day')
        .execute();
      return Object.fromEntries(rows.map(({ day, wh }) => [day, wh / 1000]));
    },
    async registers() {
      const { rows } = await sql<{ hour: number; kwh: number | null }>`
        select ((extract(epoch from ts) * 1000 - ${START}) / ${HOUR})::int4 as hour,
          active_import_kwh::float8 as kwh
        from energy_register where device_id = ${deviceId} order by ts`.execute(database.db);
      return new Map(rows.map(({ hour, kwh }) => [hour, kwh]));
    },
    async corrections() {
      const rows = await database.db
        .selectFrom('energy_override')
        .select(['register_ts as at', 'reason', 'withdrawn_at', 'withdrawal_reason as why'])
        .where((eb) => eb.and(where))
        .orderBy('energy_override_id')
        .execute();
      return rows.map(({ at: time, reason, withdrawn_at, why }) => ({
        hour: (time - START) / HOUR,
        reason,
        withdrawn: withdrawn_at === null ? undefined : why,
      }));
    },
  };
}

/** The calls, with the database in the role of the customer as in a request. */
export function callsOf(
  ctx: Awaited<ReturnType<typeof testContext>>,
  caller: Caller,
  deviceId: number,
) {
  const { customerId } = caller;
  const handlers = meterRecomputeHandlers({ ...ctx, database: ctx.database.as({ customerId }) });
  const device_code = String(deviceId);
  const reasonOf = (answer: object) => ('refusal' in answer ? String(answer.refusal) : undefined);
  const preview = async (from = START): Promise<Preview> => {
    const answer = await handlers['v2.meter-recompute.preview']({
      ...{ body: { device_code, from }, caller },
    } as never);
    if (reasonOf(answer) !== undefined) throw new Error(reasonOf(answer));
    return (answer as { data: Preview }).data;
  };
  const accept = async (
    mark: string | null,
    from = START,
    reason = 'CT is 100/5',
  ): Promise<Accepted | string> => {
    const answer = await handlers['v2.meter-recompute.accept']({
      ...{ body: { device_code, from, mark: mark ?? '', reason }, caller },
    } as never);
    return reasonOf(answer) ?? (answer as { data: Accepted }).data;
  };
  return {
    preview,
    accept,
    recompute: async (from = START) => accept((await preview(from)).mark, from),
    async stretches(): Promise<Stretches> {
      const answer = await handlers['v2.meter-recompute']({
        query: { device_code },
        caller,
      } as never);
      if (reasonOf(answer) !== undefined) throw new Error(reasonOf(answer));
      return (answer as { data: { stretches: Stretches } }).data.stretches;
    },
  };
}
