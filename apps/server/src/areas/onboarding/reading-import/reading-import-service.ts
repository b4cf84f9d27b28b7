/**
 * Imports old readings of a device from a file: preview and acceptance. The preview stores the
 * readings in a transaction that is rolled back, so it shows exactly the energy and fees that the
 * acceptance will cause. The acceptance reads the file again and stores nothing if the result would
 * differ from the preview. The same readings are never stored twice.
 */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type Caller, seesWholeCustomer } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { ChangedDay } from '../../energy/explanation/override-effect.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { orRolledBack, RolledBack } from '../rolled-back.ts';
import { readPermittedEffect } from './import-effect.ts';
import { type PlannedImport, planImport, type ReadingImportInput } from './plan-import.ts';
import { lockDevice } from './stored-reading-queries.ts';
import { writeImportedReadings } from './write-imported-readings.ts';

export interface ReadingPreview extends PlannedImport {
  /** Days whose energy or fee would change; empty if the import cannot be accepted. */
  readonly effect: readonly ChangedDay[];
}

export async function previewReadings(
  ctx: Context,
  caller: Caller,
  input: ReadingImportInput,
): Promise<Outcome<ReadingPreview>> {
  const planned = await planImport(ctx, ctx.database.db, caller, input);
  if (!planned.ok) return planned;
  const effect = planned.value.isAcceptable ? await effectOf(ctx, caller, planned.value) : done([]);
  return effect.ok ? done({ ...planned.value, effect: effect.value }) : effect;
}

async function effectOf(
  ctx: Context,
  caller: Caller,
  planned: PlannedImport,
): Promise<Outcome<readonly ChangedDay[]>> {
  const { device, plan } = planned;
  return orRolledBack(() =>
    ctx.database.transaction(async (trx): Promise<Outcome<readonly ChangedDay[]>> => {
      const readings = { device, register: planned.register, ...plan };
      await writeImportedReadings(trx, caller, readings, ctx.clock.now());
      throw new RolledBack(await readPermittedEffect(trx, caller, device, plan.startsAt));
    }),
  );
}

export interface AcceptedReadings {
  /** Number of new readings. */
  readonly imported: number;
  /** True if all readings of the file had been stored before. */
  readonly repeated: boolean;
}

/** `mark` is that of the preview. */
export async function acceptReadings(
  ctx: Context,
  caller: Caller,
  input: ReadingImportInput,
  mark: string,
): Promise<Outcome<AcceptedReadings>> {
  const before = await planImport(ctx, ctx.database.db, caller, input);
  if (!before.ok) return before;
  return orRolledBack(() => storePlanned(ctx, caller, input, mark, before.value));
}

async function storePlanned(
  ctx: Context,
  caller: Caller,
  input: ReadingImportInput,
  mark: string,
  before: PlannedImport,
): Promise<Outcome<AcceptedReadings>> {
  const { file } = before;
  return ctx.database.transaction(async (trx): Promise<Outcome<AcceptedReadings>> => {
    await lockDevice(trx, before.device);
    const planned = await planImport(ctx, trx, caller, input, file);
    if (!planned.ok) return planned;
    const { device, register, plan, period } = planned.value;
    if (planned.value.isStored) return done({ imported: 0, repeated: true });
    if (!planned.value.isAcceptable || planned.value.mark !== mark) {
      return refused('reading-import-changed');
    }
    const readings = { device, register, ...plan };
    const now = ctx.clock.now();
    const imported = await writeImportedReadings(trx, caller, readings, now);
    if (!seesWholeCustomer(caller)) {
      const effect = await readPermittedEffect(trx, caller, device, plan.startsAt);
      if (!effect.ok) throw new RolledBack(effect);
    }
    await writeLog(trx, caller, {
      at: now,
      module: LOG_MODULES.energy,
      command: 'import readings',
      device,
      detail: {
        rows: file.rows,
        readings: imported,
        leftOut: planned.value.leftOut,
        from: new Date(period.from).toISOString(),
        to: new Date(period.to).toISOString(),
        value: file.valueColumn,
        meter: input.meter,
        ignored: plan.ignoredAt.map((at) => new Date(at).toISOString()),
        mark,
      },
    });
    return done({ imported, repeated: false });
  });
}
