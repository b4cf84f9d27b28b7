/**
 * Profiles that users add: adds, changes and deletes them. The lines of meters with a changed
 * profile are read again by their drivers after the commit.
 */
import { checkProfile } from '@busbar/device-profiles/checks/check-profile';
import { problemSentence } from '@busbar/device-profiles/checks/profile-problem';
import { decodesOtherwise } from '@busbar/device-profiles/own/decodes-otherwise';
import { fileOfTable, type MeterTable, tableField } from '@busbar/device-profiles/own/meter-table';
import type { Profile } from '@busbar/device-profiles/profile';
import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { publishDeviceChange } from '../groups/device-changed.ts';
import {
  countOwnProfiles,
  deleteOwnProfile,
  findOwnProfile,
  insertOwnProfile,
  lockOwnProfile,
  profileNameExists,
  reviseMetersOfProfile,
  updateOwnProfile,
  usesOfProfile,
} from './meter-profile-queries.ts';
import { metersOfProfile, type ProfileMeters } from './profile-meter-queries.ts';

/** Bounds the list of models, which is sent as a whole. */
const MAX_PROFILES = 200;

export interface CheckedTable {
  readonly file: unknown;
  readonly profile: Profile;
}

/** The refusal names the first wrong field, and lists every problem in English. */
export function checkTable(table: MeterTable, id: string): Outcome<CheckedTable> {
  const file = fileOfTable(table, id);
  const { profile, problems } = checkProfile(file);
  if (profile !== undefined) return done({ file, profile });
  const errors = problems.filter(({ severity }) => severity === 'error');
  const field = tableField(errors[0]?.field ?? '', table.protocol);
  const detail = errors.map(problemSentence).join('; ');
  return refused('meter-profile-invalid', `profile.${field}`, detail);
}

export async function addProfile(
  ctx: Context,
  caller: Caller,
  table: MeterTable,
): Promise<Outcome<{ readonly id: string }>> {
  const id = `u-${uuidV7(ctx.clock, ctx.random)}`;
  const checked = checkTable(table, id);
  if (!checked.ok) return checked;
  const { file, profile } = checked.value;
  const name = nameOf(profile);
  return ctx.database.transaction(async (trx): Promise<Outcome<{ readonly id: string }>> => {
    if ((await countOwnProfiles(trx, caller)) >= MAX_PROFILES) {
      return refused('meter-profiles-too-many');
    }
    const isAdded = await insertOwnProfile(trx, caller, { id, name, file, at: ctx.clock.now() });
    if (!isAdded) return refused('meter-profile-name-taken', 'profile.model');
    await log(ctx, trx, caller, 'add meter profile', { profile: id, name });
    return done({ id });
  });
}

const NO_METERS: ProfileMeters = { meters: [], count: 0 };

/**
 * `reason` is that of the energy correction; `version` is the one that the user has seen. Returns the
 * meters whose stored readings keep the values of the former profile: none if the change decodes
 * answers as before. A change is refused while another meter than the caller's has the profile, so
 * these are all.
 */
export async function changeProfile(
  ctx: Context,
  caller: Caller,
  id: string,
  { table, version, reason }: { table: MeterTable; version: number; reason: string },
): Promise<Outcome<ProfileMeters>> {
  const checked = checkTable(table, id);
  if (!checked.ok) return checked;
  const { file, profile } = checked.value;
  const name = nameOf(profile);
  let meters = NO_METERS;
  const changed = await changing(ctx, caller, id, async (trx, stored) => {
    if (stored.version !== version) return refused('meter-profile-changed');
    if (await profileNameExists(trx, caller, id, name)) {
      return refused('meter-profile-name-taken', 'profile.model');
    }
    const uses = await usesOfProfile(trx, caller, id);
    if (uses.some(({ isInScope }) => !isInScope)) return refused('meter-profile-elsewhere');
    const former = checkProfile(stored.file).profile;
    // The lines of its meters may not carry another protocol.
    if (uses.length > 0 && former?.protocol !== profile.protocol) {
      return refused('meter-profile-in-use', 'profile.protocol');
    }
    await updateOwnProfile(trx, caller, { id, name, file, at: ctx.clock.now() });
    if (former === undefined || decodesOtherwise(former, profile)) {
      await reviseMetersOfProfile(trx, caller, id, { userId: caller.userId, reason });
      meters = await metersOfProfile(trx, caller, id);
    }
    const detail = { profile: id, name, version: version + 1, lines: uses.length };
    await log(ctx, trx, caller, 'change meter profile', detail);
    return done(uses);
  });
  return changed.ok ? done(meters) : changed;
}

export async function deleteProfile(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<null>> {
  return changing(ctx, caller, id, async (trx, stored) => {
    const uses = await usesOfProfile(trx, caller, id);
    if (uses.length > 0) return refused('meter-profile-in-use');
    await deleteOwnProfile(trx, caller, id);
    const name = nameOf(stored.file as Profile);
    await log(ctx, trx, caller, 'delete meter profile', { profile: id, name });
    return done([]);
  });
}

/** Locks the profile, and publishes the changes of the lines that `work` returns after the commit. */
async function changing(
  ctx: Context,
  caller: Caller,
  id: string,
  work: (
    trx: Executor,
    stored: NonNullable<Awaited<ReturnType<typeof findOwnProfile>>>,
  ) => Promise<Outcome<Awaited<ReturnType<typeof usesOfProfile>>>>,
): Promise<Outcome<null>> {
  const changed = await ctx.database.transaction(async (trx) => {
    await lockOwnProfile(trx, caller, id, 'update');
    const stored = await findOwnProfile(trx, caller, id);
    if (stored === undefined) return refused('not-found');
    if (!stored.changeable) return refused('meter-profile-of-group-above');
    return work(trx, stored);
  });
  if (!changed.ok) return changed;
  for (const line of changed.value) publishDeviceChange(ctx, caller.customerId, line, false);
  return done(null);
}

const nameOf = ({ maker, model }: Pick<Profile, 'maker' | 'model'>) => `${maker} ${model}`;

function log(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: LogCommand,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const at = ctx.clock.now();
  return writeLog(trx, caller, { at, module: LOG_MODULES.deviceInformation, command, detail });
}
