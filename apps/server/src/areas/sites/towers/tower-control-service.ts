/**
 * Switches a tower user to manual control or back to automatic. A command passes through the same
 * command gate as any other; the mode changes only if the command is accepted.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import { SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import type { UserChange } from '@busbar/domain/tower/decide-user';
import { nextEdge } from '@busbar/domain/tower/time-period';
import {
  afterEvent,
  type ControlMode,
  isSettled,
  type UserEvent,
  type UserState,
  wantsClosed,
} from '@busbar/domain/tower/user-state';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { towerSource } from '../../control/commands/command-issuer-queries.ts';
import { isOpenCommandConflict } from '../../control/commands/open-command-conflict.ts';
import type { ValidatedRequest } from '../../control/gate/command-gate.ts';
import { submitSwitchIn } from '../../control/gate/control-service.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isHidden } from './hidden-breaker.ts';
import {
  findTower,
  lockTower,
  readTowerUsers,
  type TowerRow,
  type TowerUserRow,
} from './tower-queries.ts';
import { readReported } from './tower-readings.ts';
import { NO_TRIES, recordEvents, storeUserState, wakeTower } from './tower-state-queries.ts';

export interface TowerControl {
  readonly tower: string;
  readonly slot: string;
  readonly mode: ControlMode;
  readonly command: 'open' | 'close' | undefined;
  /** End of `manual_to_auto`, epoch ms; defaults to the next start or end of a time period. */
  readonly until: number | undefined | 'invalid';
  readonly confirm: boolean;
  readonly password: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface Controlled {
  readonly commandId: string | null;
  readonly mode: ControlMode;
  readonly state: UserState;
  readonly returnAt: number | null;
}

/**
 * Maximum duration of `manual_to_auto`: a week, because after that no one remembers why the user
 * was to return to automatic.
 */
const LONGEST_RETURN_MS = 7 * 86_400_000;

interface Ended {
  readonly outcome: Outcome<Controlled>;
  readonly publish?: (() => void) | undefined;
}

export async function controlTowerUser(
  ctx: Context,
  caller: Caller,
  request: TowerControl,
): Promise<Outcome<Controlled>> {
  if (!request.confirm) return refused('confirmation-required', 'confirm');
  if (request.mode === 'auto' && request.command !== undefined) {
    return refused('tower-order-in-auto', 'order');
  }
  const password = await stepUp(ctx, caller, request.password);
  try {
    const { outcome, publish } = await ctx.database.transaction((trx) =>
      controlIn(ctx, trx, caller, request, password),
    );
    publish?.();
    return outcome;
  } catch (error) {
    if (!isOpenCommandConflict(error)) throw error;
    return refused('control-busy');
  }
}

async function controlIn(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: TowerControl,
  password: ValidatedRequest['stepUp'],
): Promise<Ended> {
  const id = parseId(request.tower);
  const tower = id === undefined ? undefined : await findTower(trx, caller, id);
  if (tower === undefined) return { outcome: refused('not-found') };
  await lockTower(trx, tower);
  const slot = parseId(request.slot);
  const user = (await readTowerUsers(trx, tower)).find((known) => known.slot === slot);
  if (user === undefined || isHidden(caller, user)) return { outcome: refused('not-found') };
  const now = await readDatabaseTime(ctx, trx);
  const returns = returnOf(request, user, tower, now);
  if (returns.refusal !== undefined) return { outcome: returns.refusal };
  const { command } = request;
  let commandId: string | null = null;
  let publish: (() => void) | undefined;
  if (command !== undefined && !isAlreadyCurrent(user, command)) {
    const submitted = await submitSwitchIn(ctx, trx, caller, {
      device: user.deviceId,
      command,
      source: towerSource(tower.towerId),
      reason: `${tower.name}, ${user.name}`,
      stepUp: password,
      idempotencyKey: request.idempotencyKey,
    });
    if (!submitted.outcome.ok) return { outcome: submitted.outcome, publish: submitted.publish };
    commandId = submitted.outcome.value.commandId;
    publish = submitted.publish;
  }
  const state = await take(trx, caller, tower, user, request, returns.at, now);
  await logControl(trx, caller, tower, user, request, returns.at, commandId, now);
  return { outcome: done({ commandId, mode: request.mode, state, returnAt: returns.at }), publish };
}

function isAlreadyCurrent({ action, busy }: TowerUserRow, command: 'open' | 'close'): boolean {
  return !busy && action !== undefined && SWITCH_TABLE[action].closed === (command === 'close');
}

function returnOf(
  { mode, until }: TowerControl,
  { periods }: TowerUserRow,
  { zone }: TowerRow,
  now: number,
): { readonly at: number | null; readonly refusal?: Refused } {
  if (mode !== 'manual_to_auto') return { at: null };
  const at = until ?? nextEdge(periods, now, zone);
  const isGood = typeof at === 'number' && at > now && at - now <= LONGEST_RETURN_MS;
  return isGood ? { at } : { at: null, refusal: refused('tower-return-invalid', 'until') };
}

/** Stores the user's new state, derived from the command or from the breaker position. */
async function take(
  trx: Executor,
  { userName }: Caller,
  tower: TowerRow,
  user: TowerUserRow,
  { mode, command }: TowerControl,
  returnAt: number | null,
  now: number,
): Promise<UserState> {
  const isClosed = user.action === undefined ? undefined : SWITCH_TABLE[user.action].closed;
  const closes =
    command === undefined ? (isClosed ?? wantsClosed(user.state)) : command === 'close';
  const event: UserEvent = mode === 'auto' ? 'returned' : closes ? 'taken-closed' : 'taken-open';
  const to = afterEvent(user.state, event);
  // The user is already in automatic mode.
  if (to === undefined) return user.state;
  const cause = mode === 'auto' ? 'returned' : 'person';
  const change: UserChange = { slot: user.slot, from: user.state, event, to, cause };
  const reported = await readReported(trx, tower.customerId, tower.deviceId);
  await recordEvents(trx, tower, [user], [change], reported?.busV ?? null, now, userName);
  const settled = isSettled(user.state, to, isClosed);
  const since = { since: now, goodSince: null, badSince: null };
  await storeUserState(
    trx,
    tower,
    user,
    { state: to, cause, mode, returnAt, settled, ...since },
    NO_TRIES,
    now,
  );
  await wakeTower(trx, tower, now);
  return to;
}

function logControl(
  trx: Executor,
  caller: Caller,
  tower: TowerRow,
  user: TowerUserRow,
  { mode, command }: TowerControl,
  returnAt: number | null,
  commandId: string | null,
  now: number,
): Promise<void> {
  return writeLog(trx, caller, {
    at: now,
    module: LOG_MODULES.towers,
    command: 'tower mode',
    device: { ...user, groupId: user.deviceGroupId },
    commandId,
    detail: {
      tower: tower.towerId,
      of: `${tower.name}, ${user.name}`,
      reason: mode,
      ...(command === undefined ? {} : { order: command }),
      ...(returnAt === null ? {} : { until: new Date(returnAt).toISOString() }),
    },
  });
}
