/**
 * Applies a template to many devices: compares it with the values read from each, or writes it to
 * each and reads it back. Nothing is sent here; the steps send it (`run-steps.ts`), at a rate that
 * leaves the device connections free for switching.
 */

import { type EntryStatus, LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findTemplate, type Template } from '../../fleet/templates/template-queries.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { listedDevices } from '../batch/listed-devices.ts';
import {
  cancelSteps,
  endIdleRuns,
  insertRun,
  type RunKind,
  type RunRow,
  runInScope,
  type StepRow,
  stepsOfRun,
} from './run-queries.ts';

/** Life of a run, ms; its remaining steps are not sent after that. */
const RUN_LIFE_MS = 3_600_000;

/** Name and sets to apply; without a stored template they are those of another device. */
type RunPattern = Pick<Template, 'name' | 'sets'>;

export interface RunProgress {
  readonly run: RunRow;
  readonly steps: readonly StepRow[];
}

/**
 * Writing to more devices than one user may operate in a minute requires the password again
 * (docs/promises.md C10), because the steps that follow belong to the run and are not further
 * requests of the session.
 */
export async function startRun(
  ctx: Context,
  caller: Caller,
  kind: RunKind,
  /** Id of a stored template, or the sets themselves. */
  pattern: string | RunPattern,
  names: readonly (string | number)[],
  password?: string,
): Promise<Outcome<{ readonly runId: string }>> {
  const isMuch = kind === 'write' && names.length > ctx.config.controlPerMinute;
  const confirmed = isMuch ? await stepUp(ctx, caller, password) : done(true);
  return ctx.database.transaction(async (trx) => {
    const template =
      typeof pattern === 'string'
        ? await findTemplate(trx, caller, pattern)
        : { templateId: uuidV7(ctx.clock, ctx.random), ...pattern };
    const listed = await listedDevices(trx, caller, names);
    const now = await readDatabaseTime(ctx, trx);
    if (template === undefined) return refuse(trx, caller, kind, now, refused('not-found'));
    if (!listed.ok) return refuse(trx, caller, kind, now, listed);
    const devices = listed.value;
    if (!confirmed.ok) return refuse(trx, caller, kind, now, confirmed);
    if (!confirmed.value) {
      return refuse(trx, caller, kind, now, refused('step-up-required', 'password'));
    }
    const runId = uuidV7(ctx.clock, ctx.random);
    await insertRun(trx, caller, {
      runId,
      kind,
      template,
      devices,
      createdAt: now,
      endsAt: now + RUN_LIFE_MS,
    });
    const detail = { template: template.name, devices: devices.length, run: runId };
    await log(trx, caller, commandName(kind), 'done', now, detail);
    return done({ runId });
  });
}

export async function findRun(
  ctx: Context,
  caller: Caller,
  runId: string,
): Promise<Outcome<RunProgress>> {
  if (!isCommandId(runId)) return refused('not-found');
  const { db } = ctx.database;
  const run = await runInScope(db, caller, runId);
  if (run === undefined) return refused('not-found');
  return done({ run, steps: await stepsOfRun(db, caller, runId) });
}

export async function cancelRun(
  ctx: Context,
  caller: Caller,
  runId: string,
): Promise<Outcome<RunProgress>> {
  if (!isCommandId(runId)) return refused('not-found');
  const outcome = await ctx.database.transaction(async (trx): Promise<Outcome<null>> => {
    const run = await runInScope(trx, caller, runId);
    if (run === undefined) return refused('not-found');
    const steps = await cancelSteps(trx, caller.customerId, runId, 'cancelled-by-user');
    if (steps === 0) return refused('command-ended');
    const now = await readDatabaseTime(ctx, trx);
    await endIdleRuns(trx, caller.customerId, now);
    await log(trx, caller, 'cancel template', 'done', now, { template: run.templateName, steps });
    return done(null);
  });
  return outcome.ok ? findRun(ctx, caller, runId) : outcome;
}

const commandName = (kind: RunKind) => (kind === 'read' ? 'compare template' : 'write template');

async function refuse(
  trx: Executor,
  caller: Caller,
  kind: RunKind,
  now: number,
  outcome: Refused,
): Promise<Refused> {
  await log(trx, caller, commandName(kind), `refused:${outcome.refusal}`, now, {});
  return outcome;
}

function log(
  trx: Executor,
  caller: Caller,
  command: LogCommand,
  status: EntryStatus,
  at: number,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return writeLog(trx, caller, {
    at,
    module: LOG_MODULES.protection,
    command,
    status,
    detail,
  });
}
