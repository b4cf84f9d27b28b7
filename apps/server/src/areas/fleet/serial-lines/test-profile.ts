/**
 * Tests a profile that is not stored on the line of a DTU. The process with the connection of the
 * DTU reads the registers and stores the result until the next test of the line.
 */
import type { MeterTable } from '@busbar/device-profiles/own/meter-table';
import { ratiosOf } from '@busbar/device-profiles/profile';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { checkMeter, type RatioValues } from '@busbar/domain/line/line-form';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { findDevice } from '../devices/device-lookup-queries.ts';
import { checkTable } from '../meter-profiles/change-profiles.ts';
import { storedRatios } from './check-on-line.ts';
import { findLineTest, insertLineTest, type TestedQuantity } from './line-test-queries.ts';
import { findSerialLines } from './serial-line-queries.ts';

export interface TestForm extends RatioValues {
  readonly table: MeterTable;
  readonly station: string;
}

/** Any valid interval: a test polls nothing. */
const INTERVAL_S = 60;

export async function startProfileTest(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  form: TestForm,
): Promise<Outcome<{ readonly testId: string }>> {
  const testId = uuidV7(ctx.clock, ctx.random);
  const table = checkTable(form.table, 'own-test');
  if (!table.ok) return table;
  const { file, profile } = table.value;
  const started = await ctx.database.transaction(async (trx) => {
    const dtu = await findDevice(trx, caller, idOrCode);
    if (dtu === undefined) return refused('not-found');
    if (dtu.kind !== 'dtu') return refused('device-not-dtu');
    const [line] = await findSerialLines(trx, [dtu]);
    if (line === undefined) return refused('line-missing');
    const facts = { protocol: profile.protocol, ratios: ratiosOf(profile) };
    const { protocol, transport } = line;
    const meter = { ...form, intervalS: INTERVAL_S };
    const checked = checkMeter(meter, facts, { protocol, transport, stations: [] });
    if (!checked.ok) return checked;
    const { station } = checked.value;
    // A meter on the line may have been moved to a group that the caller does not see.
    const known = line.meters.find((one) => one.station === station);
    const isSeen = known === undefined || (await findDevice(trx, caller, known.deviceId));
    if (!isSeen) return refused('not-found', 'station');
    const at = ctx.clock.now();
    const request = { file, station, ratios: storedRatios(form) };
    const isStarted = await insertLineTest(trx, { ...dtu, testId }, request, at);
    if (!isStarted) return refused('line-test-busy');
    const { maker, model } = profile;
    await writeLog(trx, caller, {
      ...{ at, module: LOG_MODULES.deviceInformation, command: 'test meter profile' },
      ...{ device: dtu, detail: { name: `${maker} ${model}`, station } },
    });
    return done(dtu);
  });
  if (!started.ok) return started;
  const { customerId, deviceId, deviceCode } = started.value;
  ctx.bus.publish('line.testRequested', { customerId, deviceId, deviceCode, testId });
  return done({ testId });
}

export interface ProfileTest {
  /** `not-connected`: no process has the connection of the DTU, or it was lost. */
  readonly state: 'waiting' | 'done' | 'not-connected';
  readonly quantities: readonly TestedQuantity[];
}

/** Time in which the process with the connection claims the test. */
const MAX_CLAIM_MS = 5_000;
const MAX_RESULT_MS = 60_000;

export async function readProfileTest(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  testId: string,
): Promise<Outcome<ProfileTest>> {
  const { db } = ctx.database;
  const dtu = await findDevice(db, caller, idOrCode);
  if (dtu === undefined || !isCommandId(testId)) return refused('not-found');
  const test = await findLineTest(db, { ...dtu, testId });
  if (test === undefined) return refused('not-found');
  const { requestedAt, claimedAt, result } = test;
  if (result !== null) return done({ state: 'done', quantities: result });
  const ageMs = ctx.clock.now() - requestedAt;
  const isLost = ageMs > (claimedAt === null ? MAX_CLAIM_MS : MAX_RESULT_MS);
  return done({ state: isLost ? 'not-connected' : 'waiting', quantities: [] });
}
