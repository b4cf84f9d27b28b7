/**
 * Creates, changes and deletes tower settings. A user that is new, or gets another breaker, starts
 * in manual mode in the breaker's current position, so saving a form never switches a breaker.
 */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { localDateOf } from '@busbar/domain/local-date';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import { COMMANDS_OF_KIND, readOnlyRefusal } from '@busbar/domain/switch/interlock';
import { SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import type { UserSupplyState } from '@busbar/domain/tower/decide-user';
import {
  type TowerFigures,
  type TowerProblem,
  type TowerUser,
  towerProblem,
} from '@busbar/domain/tower/tower-settings';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { readOnlyMeters } from '../../shared/read-only-meter-queries.ts';
import { lockUsedDevices } from '../projects/project-device-queries.ts';
import { findProject } from '../projects/project-queries.ts';
import {
  deleteTower,
  insertTower,
  replaceUsers,
  type SavedUser,
  updateTower,
} from '../projects/tower-settings-queries.ts';
import { isHidden } from './hidden-breaker.ts';
import { storePlans } from './tower-plan-queries.ts';
import {
  findTower,
  lockTower,
  readTowerUsers,
  type TowerRow,
  type TowerUserRow,
} from './tower-queries.ts';
import { switchActionOf } from './tower-reading-queries.ts';

export interface UserInput extends Omit<TowerUser, 'name'> {
  readonly name: string;
  /** Id or code of the breaker that feeds the user. */
  readonly device: string | number;
}

export interface TowerInput extends TowerFigures {
  readonly name: string;
  readonly project: string | number;
  /** Id or code. */
  readonly device: string | number;
  readonly users: readonly UserInput[];
}

export interface WholeTower {
  readonly tower: TowerRow;
  readonly users: readonly TowerUserRow[];
  /** Slots of the users whose breakers the caller does not see. */
  readonly hiddenSlots: readonly number[];
}

export async function readTower(
  ctx: Context,
  caller: Caller,
  idText: string | number,
): Promise<Outcome<WholeTower>> {
  const { db } = ctx.database;
  const id = parseId(idText);
  const tower = id === undefined ? undefined : await findTower(db, caller, id);
  if (tower === undefined) return refused('not-found');
  return done(await whole(db, caller, tower));
}

async function whole(db: Executor, caller: Caller, tower: TowerRow): Promise<WholeTower> {
  const users = await readTowerUsers(db, tower);
  const hidden = users.filter((user) => isHidden(caller, user));
  return { tower, users, hiddenSlots: hidden.map(({ slot }) => slot) };
}

/** Saves a tower; creates it if `idText` is undefined. */
export async function saveTower(
  ctx: Context,
  caller: Caller,
  input: TowerInput,
  idText?: string,
): Promise<Outcome<WholeTower>> {
  return ctx.database.transaction(async (trx) => {
    const id = idText === undefined ? undefined : parseId(idText);
    const before = id === undefined ? undefined : await findTower(trx, caller, id);
    if (idText !== undefined && before === undefined) return refused('not-found');
    if (before !== undefined) await lockTower(trx, before);
    const hidden = before && (await hiddenUser(trx, caller, before));
    if (hidden !== undefined) return refused('tower-breaker-hidden', 'users', hidden);
    const checked = await check(trx, caller, input, before?.towerId);
    if (!checked.ok) return checked;
    const { device, projectId, breakers } = checked.value;
    const now = await readDatabaseTime(ctx, trx);
    const { project: _, device: _named, users: inputs, ...figures } = input;
    const row = { ...figures, name: plainText(input.name), projectId, deviceId: device.deviceId };
    const towerId = before?.towerId ?? (await insertTower(trx, caller, row, now));
    if (before !== undefined) await updateTower(trx, caller, towerId, row, now);
    const key = { customerId: caller.customerId, towerId };
    const known = await readTowerUsers(trx, key);
    const users = await Promise.all(
      inputs.map((user, at) => userToSave(trx, known, user, breakers[at]!, now)),
    );
    await replaceUsers(trx, key, users);
    await storePlans(trx, key, users, localDateOf(now, caller.zone));
    await log(trx, caller, device, now, before === undefined ? 'add tower' : 'change tower', {
      tower: towerId,
      of: row.name,
      users: users.map(({ slot, name }) => `${slot} ${name}`),
    });
    const tower = (await findTower(trx, caller, towerId))!;
    return done(await whole(trx, caller, tower));
  });
}

export async function removeTower(
  ctx: Context,
  caller: Caller,
  idText: string,
): Promise<Outcome<null>> {
  return ctx.database.transaction(async (trx) => {
    const id = parseId(idText);
    const tower = id === undefined ? undefined : await findTower(trx, caller, id);
    if (tower === undefined) return refused('not-found');
    await lockTower(trx, tower);
    const hidden = await hiddenUser(trx, caller, tower);
    if (hidden !== undefined) return refused('tower-breaker-hidden', undefined, hidden);
    const now = await readDatabaseTime(ctx, trx);
    await deleteTower(trx, tower, now);
    const device = await findDevice(trx, caller, tower.deviceId);
    await log(trx, caller, device, now, 'delete tower', { tower: tower.towerId, of: tower.name });
    return done(null);
  });
}

/** Returns the name of a tower user whose breaker the caller does not see, or undefined. */
async function hiddenUser(
  trx: Executor,
  caller: Caller,
  tower: TowerRow,
): Promise<string | undefined> {
  return (await readTowerUsers(trx, tower)).find((user) => isHidden(caller, user))?.name;
}

interface Checked {
  readonly device: FoundDevice;
  readonly projectId: number;
  /** Breakers of the users, in the order of the request. */
  readonly breakers: readonly FoundDevice[];
}

async function check(
  trx: Executor,
  caller: Caller,
  input: TowerInput,
  ownId: number | undefined,
): Promise<Outcome<Checked>> {
  // The project is locked, so that it cannot be deleted or become a lamp project concurrently.
  const project = await findProject(trx, caller, input.project, true);
  if (project === undefined) return refused('not-found', 'project');
  if (project.type !== 'tower') return refused('not-tower-project', 'project');
  if (plainText(input.name) === '') return refused('tower-name-required', 'name');
  const device = await findDevice(trx, caller, input.device);
  if (device === undefined) return refused('not-found', 'device');
  if (device.simulated) return refused('device-simulated', 'device');
  const wrong = towerProblem(input, input.users);
  if (wrong !== undefined) return refused(REFUSAL_OF[wrong.problem], wrong.field);
  const breakers: FoundDevice[] = [];
  for (const [at, user] of input.users.entries()) {
    const field = `users.${at}.device`;
    const breaker = await findDevice(trx, caller, user.device);
    if (breaker === undefined) return refused('not-found', field);
    if (breaker.simulated) return refused('device-simulated', field);
    const commands = COMMANDS_OF_KIND[breaker.kind];
    if (!commands.includes('open') || !commands.includes('close')) {
      return refused('tower-breaker-unfit', field);
    }
    const isTwice = [device, ...breakers].some(({ deviceId }) => deviceId === breaker.deviceId);
    if (isTwice) return refused('tower-device-taken', field);
    breakers.push(breaker);
  }
  const ids = breakers.map(({ deviceId }) => deviceId);
  const readOnly = await readOnlyMeters(trx, caller.customerId, ids);
  const unfit = ids.findIndex((id) => readOnly.has(id));
  if (unfit >= 0) {
    return refused(readOnlyRefusal(breakers[unfit]!.protocol), `users.${unfit}.device`);
  }
  const used = await lockUsedDevices(
    trx,
    caller,
    [device, ...breakers].map(({ deviceId }) => deviceId),
    { towerId: ownId },
  );
  if (used.includes(device.deviceId)) return refused('tower-device-taken', 'device');
  const taken = breakers.findIndex(({ deviceId }) => used.includes(deviceId));
  if (taken >= 0) return refused('tower-device-taken', `users.${taken}.device`);
  return done({ device, projectId: project.id, breakers });
}

const REFUSAL_OF = {
  'figure-out-of-bounds': 'tower-figure-invalid',
  'users-too-many': 'tower-users-too-many',
  'slot-invalid': 'tower-slot-invalid',
  'name-missing': 'tower-name-required',
  'priority-invalid': 'tower-priority-invalid',
  'hysteresis-too-small': 'tower-hysteresis-small',
  'voltages-out-of-order': 'tower-voltages-disordered',
  'periods-too-many': 'tower-periods-too-many',
  'period-edge-invalid': 'tower-period-invalid',
  'periods-overlap': 'tower-periods-overlap',
} as const satisfies Record<TowerProblem, Refusal>;

async function userToSave(
  trx: Executor,
  known: readonly TowerUserRow[],
  { device: _, ...user }: UserInput,
  breaker: FoundDevice,
  now: number,
): Promise<SavedUser> {
  const before = known.find(({ slot }) => slot === user.slot);
  const isSame = before !== undefined && before.deviceId === breaker.deviceId;
  const standing = isSame ? before : await storedSettings(trx, breaker, now);
  const tried = isSame ? before.tried : { at: null, count: 0 };
  return {
    ...user,
    name: plainText(user.name),
    deviceId: breaker.deviceId,
    standing,
    tried,
    refusal: isSame ? before.refusal : null,
  };
}

async function storedSettings(
  trx: Executor,
  breaker: FoundDevice,
  now: number,
): Promise<UserSupplyState> {
  const action = await switchActionOf(trx, breaker);
  const isClosed = action !== undefined && SWITCH_TABLE[action].closed;
  return {
    state: isClosed ? 'manual-on' : 'manual-off',
    cause: 'person',
    mode: 'manual',
    returnAt: null,
    since: now,
    badSince: null,
    goodSince: null,
    settled: true,
  };
}

function log(
  trx: Executor,
  caller: Caller,
  device: FoundDevice | undefined,
  at: number,
  command: LogCommand,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return writeLog(trx, caller, {
    at,
    module: LOG_MODULES.towers,
    command,
    device,
    detail,
  });
}
