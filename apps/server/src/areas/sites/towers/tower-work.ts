/**
 * Evaluates due towers: locks the row, reads the latest reading and the states of the breakers,
 * lets `domain/tower` decide, and writes the decision together with the commands through the
 * command gate, all in one transaction. A restart continues from the table; a second process finds
 * the row locked, and afterwards no decision to make.
 */
import { done } from '@busbar/domain/refusal';
import {
  decideTower,
  freshForMs,
  type TowerCommand,
  type TowerDecision,
} from '@busbar/domain/tower/decide-tower';
import { nextEdge } from '@busbar/domain/tower/time-period';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { towerSource } from '../../control/commands/command-issuer-queries.ts';
import { lockForCommand } from '../../control/commands/control-target-queries.ts';
import { isOpenCommandConflict } from '../../control/commands/open-command-conflict.ts';
import { submitSwitchIn } from '../../control/gate/control-service.ts';
import { platformActor } from '../../control/timers/timer-table.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import type { TowerKey } from '../projects/tower-key.ts';
import { isTowerAllowed } from './hidden-breaker.ts';
import {
  dueTowers,
  lockDueTower,
  readTowerUsers,
  type TowerRow,
  type TowerUserRow,
} from './tower-queries.ts';
import { energySince } from './tower-reading-queries.ts';
import { readReported, type TowerInputs } from './tower-readings.ts';
import {
  recordEvents,
  storeOutages,
  storeTowerState,
  storeUserState,
  type Tries,
} from './tower-state-queries.ts';

const TOWERS_PER_RUN = 500;
/** Evaluation interval while a start, a hold or an unconfirmed command is pending. */
const BUSY_LOOK_MS = 1_000;
/** Evaluation interval while nothing is pending; device reports trigger evaluation immediately. */
const CALM_LOOK_MS = 15_000;

/** Evaluates every due tower. Safe to run at any time and in any process. */
export async function decideTowers(ctx: Context): Promise<void> {
  for (const key of await dueTowers(ctx, TOWERS_PER_RUN)) {
    try {
      const publishers = await ctx.database.transaction((trx) => decideIn(ctx, trx, key));
      for (const publish of publishers) publish();
    } catch (error) {
      // Another command for a breaker of the tower came first; the next run in a second finds the
      // breaker busy.
      if (isOpenCommandConflict(error)) continue;
      ctx.log.error({ err: error, ...key }, 'a tower could not be evaluated');
    }
  }
}

async function decideIn(ctx: Context, trx: Executor, key: TowerKey): Promise<(() => void)[]> {
  const tower = await lockDueTower(trx, key);
  if (tower === undefined) return [];
  const deviceIds = (await readTowerUsers(trx, key)).map(({ deviceId }) => deviceId);
  if (deviceIds.length > 0) await lockForCommand(trx, tower.customerId, null, deviceIds);
  // The users are read again under the lock, because a user of the platform may have issued a
  // command in the meantime.
  const users = (await readTowerUsers(trx, key)).filter(({ isDeleted }) => !isDeleted);
  const reported = await readReported(trx, tower.customerId, tower.deviceId);
  const now = await readDatabaseTime(ctx, trx);
  const decision = decideTower(await questionOf(trx, tower, users, reported, now));
  await recordEvents(trx, tower, users, decision.changes, reported?.busV ?? null, now);
  await storeOutages(trx, tower, decision, reported);
  const publishers: (() => void)[] = [];
  const tries = new Map<number, Tries>();
  for (const command of decision.commands) {
    const user = users.find(({ slot }) => slot === command.slot)!;
    const { refusal, publish } = await give(ctx, trx, tower, user, command, reported);
    const isFirstTry = decision.changes.some(({ slot }) => slot === command.slot);
    tries.set(command.slot, { at: now, count: isFirstTry ? 1 : user.tried.count + 1, refusal });
    if (publish !== undefined) publishers.push(publish);
  }
  for (const user of users) {
    await storeUserState(
      trx,
      tower,
      user,
      decision.users.get(user.slot)!,
      tries.get(user.slot),
      now,
    );
  }
  await storeTowerState(trx, tower, decision.standing, now, nextLook(tower, users, decision, now));
  return publishers;
}

async function questionOf(
  trx: Executor,
  tower: TowerRow,
  users: readonly TowerUserRow[],
  reported: TowerInputs | undefined,
  now: number,
) {
  const { customerId, mainsState, mainsSince, absentSince, readingAt, lastStartAt } = tower;
  const metered = users.filter(({ standbyType }) => standbyType === 'energy');
  const used =
    absentSince === null
      ? undefined
      : await energySince(
          trx,
          customerId,
          metered.map(({ deviceId }) => deviceId),
          absentSince,
        );
  return {
    now,
    zone: tower.zone,
    figures: tower,
    freshMs: freshForMs(tower.expectedIntervalS),
    reading: reported,
    standing: {
      mains: { state: mainsState, since: mainsSince ?? 0, absentSince },
      readingAt,
      lastStartAt,
    },
    users: users.map((user) => ({
      ...user,
      user,
      batteryKwh: used?.get(user.deviceId) ?? null,
    })),
  };
}

/**
 * Issues the command as the platform, if someone is responsible for it, through the command gate,
 * which checks presence, interlock, lock and open commands, and sets expiry and log entry.
 */
async function give(
  ctx: Context,
  trx: Executor,
  tower: TowerRow,
  { deviceId, deviceGroupId, groupPath, name }: TowerUserRow,
  { to, cause }: TowerCommand,
  reported: TowerInputs | undefined,
): Promise<{ refusal: string | null; publish?: (() => void) | undefined }> {
  if (!isTowerAllowed(tower, { groupPath })) return { refusal: 'tower-breaker-hidden' };
  const user = `${tower.name}, ${name}`;
  const busV = reported?.busV ?? null;
  const { outcome, publish } = await submitSwitchIn(
    ctx,
    trx,
    platformActor(tower.customerId, deviceGroupId),
    {
      device: deviceId,
      command: to,
      source: towerSource(tower.towerId),
      reason: `${user}: ${cause}${busV === null ? '' : `, bus ${busV} V`}`,
      tower: { user, cause, busV },
      stepUp: done(false),
    },
  );
  return { refusal: outcome.ok ? null : outcome.refusal, publish };
}

function nextLook(
  { zone }: TowerRow,
  users: readonly TowerUserRow[],
  { users: standings, standing }: TowerDecision,
  now: number,
): number {
  const waits = [...standings.values()].some(
    ({ state, settled }) =>
      state === 'held' || state === 'queued' || (!settled && !state.startsWith('manual')),
  );
  if (waits || (standing.mains.state !== 'present' && standing.mains.state !== 'unknown')) {
    return now + BUSY_LOOK_MS;
  }
  const edges = users.flatMap(({ slot, periods }) => {
    const { mode, returnAt } = standings.get(slot)!;
    const edge = mode === 'auto' ? nextEdge(periods, now, zone) : returnAt;
    return edge == null ? [] : [edge];
  });
  return Math.min(now + CALM_LOOK_MS, ...edges);
}
