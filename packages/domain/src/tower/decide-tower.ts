/**
 * Decides a tower at one instant: mains, each user, the next user to start, and the resulting
 * commands. Pure: the same input gives the same result, so that evaluating twice sends a command
 * once.
 *
 * If several users must be opened, the least important is opened first; users are started one at a
 * time, the most important first, with a pause after each (start-up staggering).
 */
import { SWITCH_TABLE } from '../switch/switch-action.ts';
import {
  decideUser,
  type UserChange,
  type UserSituation,
  type UserSupplyState,
} from './decide-user.ts';
import { type Mains, nextMains } from './supply.ts';
import type { TowerFigures } from './tower-settings.ts';
import type { UserCause } from './user-state.ts';

/** Maximum age of a reading to be current; the same rule as for presence (device protocol). */
export function freshForMs(expectedIntervalS: number): number {
  return Math.max(90, 3 * expectedIntervalS) * 1000;
}

/** The clock of a device may be slightly ahead. */
const AHEAD_MS = 300_000;

export interface TowerReading {
  readonly at: number;
  /** Magnitude, V; null if not reported. */
  readonly busV: number | null;
  /** The highest phase, V; null if none is reported. */
  readonly mainsV: number | null;
}

export interface TowerSupplyState {
  readonly mains: Mains;
  /** The newest evaluated reading; null if there is none yet. */
  readonly readingAt: number | null;
  /** Time of the last start command. */
  readonly lastStartAt: number | null;
}

/** A command that was submitted, and its result. */
export interface Tried {
  readonly at: number | null;
  /** Attempts since the state began. */
  readonly count: number;
}

export interface TowerQuestion {
  readonly now: number;
  readonly zone: string;
  readonly figures: TowerFigures;
  readonly freshMs: number;
  readonly reading: TowerReading | undefined;
  readonly standing: TowerSupplyState;
  readonly users: readonly (UserSituation & { readonly tried: Tried })[];
}

export interface TowerCommand {
  readonly slot: number;
  readonly to: 'open' | 'close';
  readonly cause: UserCause;
}

export interface TowerDecision {
  readonly standing: TowerSupplyState;
  readonly users: ReadonlyMap<number, UserSupplyState>;
  readonly changes: readonly UserChange[];
  readonly commands: readonly TowerCommand[];
  /** An outage that was detected, or has ended; the times are those of the readings. */
  readonly outageBegan: number | null;
  readonly outageEnded: number | null;
}

export function isFresh(
  at: number,
  { now, freshMs }: Pick<TowerQuestion, 'now' | 'freshMs'>,
): boolean {
  return now - at <= freshMs && at - now <= AHEAD_MS;
}

export function decideTower(question: TowerQuestion): TowerDecision {
  const { standing: before } = question;
  const supply = supplyOf(question);
  const mains = supply?.mains ?? before.mains;
  const decided = question.users.map((situation) => ({
    situation,
    ...decideUser(situation, { ...question, supply }),
  }));
  const changes = decided.flatMap((user) => user.changes);
  const users = new Map(decided.map((user) => [user.situation.user.slot, user.standing]));
  const start = (user: DecidedUser, settled: boolean): void => {
    const { slot } = user.situation.user;
    if (user.standing.state !== 'queued') return;
    changes.push({ slot, from: 'queued', event: 'turn', to: 'on', cause: 'in-time' });
    users.set(slot, {
      ...user.standing,
      state: 'on',
      cause: 'in-time',
      since: question.now,
      settled,
    });
  };
  // A breaker that never opened does not need a start.
  for (const user of decided) if (isClosed(user) === true) start(user, true);
  const next = isInPause(question) ? undefined : nextStart(decided, question.now);
  if (next !== undefined) start(next, false);
  const opened = decided
    .filter((user) => needsOpening(user, question.now))
    .sort((one, other) => other.situation.user.priority - one.situation.user.priority);
  const commands = [
    ...opened.map((user) => orderOf(user, 'open', user.standing.cause)),
    ...(next === undefined ? [] : [orderOf(next, 'close', 'in-time')]),
  ];
  return {
    standing: {
      mains,
      readingAt: supply?.at ?? before.readingAt,
      lastStartAt: next === undefined ? before.lastStartAt : question.now,
    },
    users,
    changes,
    commands,
    outageBegan: before.mains.absentSince === null ? mains.absentSince : null,
    outageEnded:
      before.mains.absentSince !== null && mains.absentSince === null ? before.mains.since : null,
  };
}

type DecidedUser = ReturnType<typeof decideUser> & {
  readonly situation: TowerQuestion['users'][number];
};

/** If there is no new reading, the previous one is evaluated again with its original time. */
function supplyOf({ reading, standing, figures, ...question }: TowerQuestion) {
  if (reading === undefined || !isFresh(reading.at, question)) return undefined;
  const { at, busV, mainsV } = reading;
  const isOlder = standing.readingAt !== null && at < standing.readingAt;
  if (isOlder) return undefined;
  const afterGap = standing.readingAt !== null && at - standing.readingAt > question.freshMs;
  const mains =
    mainsV === null
      ? standing.mains
      : nextMains(
          standing.mains,
          { at, isPresent: mainsV >= figures.mainsMinV, afterGap },
          { missedMs: figures.cutDelayS * 1000, seenMs: figures.holdS * 1000 },
        );
  return { at, busV, mains, afterGap };
}

const orderOf = (
  { situation }: DecidedUser,
  to: TowerCommand['to'],
  cause: UserCause,
): TowerCommand => ({
  slot: situation.user.slot,
  to,
  cause,
});

/** Returns undefined if the breaker has not reported its state. */
function isClosed({ situation: { action } }: DecidedUser): boolean | undefined {
  return action === undefined ? undefined : SWITCH_TABLE[action].closed;
}

/** A user that is to be started again soon is no longer opened. */
function needsOpening(user: DecidedUser, now: number): boolean {
  const { state, settled } = user.standing;
  const isOut = state === 'cut' || state === 'off-period';
  return isOut && !settled && isClosed(user) !== false && mayTry(user, now);
}

/** The most important user that is waiting, or whose breaker did not follow the start command. */
function nextStart(decided: readonly DecidedUser[], now: number): DecidedUser | undefined {
  return decided
    .filter(
      ({ standing: { state, settled } }) => state === 'queued' || (state === 'on' && !settled),
    )
    .filter((user) => isClosed(user) !== true && mayTry(user, now))
    .sort((one, other) => one.situation.user.priority - other.situation.user.priority)[0];
}

function isInPause({ now, standing: { lastStartAt }, figures }: TowerQuestion): boolean {
  return lastStartAt !== null && now >= lastStartAt && now - lastStartAt < figures.staggerS * 1000;
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 600_000;

/** A command that was refused or had no effect is retried at increasing intervals. */
function mayTry({ situation: { busy, tried }, changes }: DecidedUser, now: number): boolean {
  if (busy) return false;
  if (tried.at === null || tried.count === 0 || changes.length > 0) return true;
  const pauseMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tried.count - 1));
  return now - tried.at >= pauseMs;
}
