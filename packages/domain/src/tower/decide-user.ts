/**
 * One tower user at one instant: which events have come, by the clock and by the newest reading.
 * Cuts and starts on supply are decided on fresh readings only and in their time; without any the
 * clock alone decides. Every step goes by the table of `user-state.ts`.
 */
import type { SwitchAction } from '../switch/switch-action.ts';
import { SWITCH_TABLE } from '../switch/switch-action.ts';
import type { Mains, MainsState } from './supply.ts';
import { isInTime } from './time-period.ts';
import type { TowerFigures, TowerUser } from './tower-settings.ts';
import {
  afterEvent,
  type ControlMode,
  isManual,
  type UserCause,
  type UserEvent,
  type UserState,
  wantsClosed,
} from './user-state.ts';

export interface UserStanding {
  readonly state: UserState;
  readonly cause: UserCause;
  readonly mode: ControlMode;
  /** Of manual_to_auto: when it returns; epoch ms. */
  readonly returnAt: number | null;
  /** Since when this state; epoch ms. */
  readonly since: number;
  /** First reading of those without a break on which the user is to be cut, or may be started. */
  readonly badSince: number | null;
  readonly goodSince: number | null;
  /** The breaker has once stood as wanted since the state began: from then on, what differs was done by others. */
  readonly settled: boolean;
}

export interface Supply {
  /** Of the newest reading, epoch ms. */
  readonly at: number;
  /** Magnitude; null: not told. */
  readonly busV: number | null;
  readonly mains: Mains;
  /** The reading before it is too old to say anything about the time between. */
  readonly afterGap: boolean;
}

export interface UserSituation extends UserStanding {
  readonly user: TowerUser;
  /** As the breaker reports; undefined: not known. */
  readonly action: SwitchAction | undefined;
  /** An order for it is under way. */
  readonly busy: boolean;
  /** kWh the user has taken in the outage that runs; null: not known. */
  readonly batteryKwh: number | null;
}

export interface UserChange {
  readonly slot: number;
  readonly from: UserState;
  readonly event: UserEvent;
  readonly to: UserState;
  readonly cause: UserCause;
}

export interface Decided {
  readonly standing: UserStanding;
  readonly changes: readonly UserChange[];
}

interface Question {
  readonly now: number;
  readonly zone: string;
  readonly figures: TowerFigures;
  /** Undefined: no fresh reading. */
  readonly supply: Supply | undefined;
}

const CUT_CAUSES = {
  none: 'no-standby',
  timed: 'minutes-used',
  energy: 'energy-used',
  voltage: 'voltage-low',
} as const;

const GOOD_MAINS: readonly MainsState[] = ['present', 'returning', 'unknown'];

/** `bad`: to be cut; `good`: may be started; neither between the two voltages or when it is not known. */
function judge(situation: UserSituation, supply: Supply): 'bad' | 'good' | undefined {
  const { user, batteryKwh } = situation;
  const { mains, busV, at } = supply;
  if (user.standbyType === 'voltage') {
    if (busV === null) return undefined;
    if (busV < user.cutV) return 'bad';
    return busV >= user.reconnectV ? 'good' : undefined;
  }
  // A tower that tells nothing of mains has no outages.
  if (GOOD_MAINS.includes(mains.state)) return 'good';
  if (mains.state !== 'absent' || mains.absentSince === null) return undefined;
  const isUsed = {
    none: true,
    timed: at - mains.absentSince >= user.standbyMinutes * 60_000,
    energy: batteryKwh !== null && batteryKwh >= user.standbyKwh,
  };
  return isUsed[user.standbyType] ? 'bad' : undefined;
}

/** Everything up to, and without, the turn to start, which the tower gives. */
export function decideUser(situation: UserSituation, question: Question): Decided {
  const walk = new Walk(situation, question.now);
  watchBreaker(walk, situation);
  if (walk.isDue) walk.go('returned', 'returned');
  if (isManual(walk.state)) return walk.end();
  const inTime = isInTime(situation.user.periods, question.now, question.zone);
  if (!inTime) walk.go('period-ended', 'outside-period');
  else walk.go('period-begun', 'waits-turn');
  if (question.supply !== undefined)
    watchSupply(walk, situation, question.supply, question.figures);
  return walk.end();
}

/** What was moved by a person at the breaker or by another call is that person's: the tower does not fight. */
function watchBreaker(walk: Walk, { action, busy }: UserSituation): void {
  if (action === undefined || busy) return;
  const { closed } = SWITCH_TABLE[action];
  if (closed === wantsClosed(walk.state)) walk.settle();
  else if (walk.settled && action === 'openByPowerlost' && walk.state === 'on') {
    walk.go('power-lost', 'power-lost');
  } else if (walk.settled) {
    walk.go(closed ? 'taken-closed' : 'taken-open', 'moved-elsewhere');
  }
}

function watchSupply(
  walk: Walk,
  situation: UserSituation,
  supply: Supply,
  { cutDelayS, holdS }: TowerFigures,
): void {
  const verdict = judge(situation, supply);
  walk.see(verdict, supply);
  const cause = CUT_CAUSES[situation.user.standbyType];
  // A minute or a kWh that is used has lasted long enough.
  const delayMs = situation.user.standbyType === 'voltage' ? cutDelayS * 1000 : 0;
  if (walk.badSince !== null && supply.at - walk.badSince >= delayMs) {
    walk.go('standby-over', cause);
  }
  // What is not running is not started on doubt.
  if (verdict !== 'good') walk.go('supply-bad', 'supply-not-good');
  else walk.go('supply-good', 'supply-good');
  if (walk.goodSince !== null && supply.at - walk.goodSince >= holdS * 1000) {
    walk.go('hold-over', 'waits-turn');
  }
}

/** Carries a standing from event to event; an event the table does not have changes nothing. */
class Walk {
  #standing: UserStanding;
  readonly #changes: UserChange[] = [];
  readonly #slot: number;
  readonly #now: number;

  constructor(
    { user, state, cause, mode, returnAt, since, badSince, goodSince, settled }: UserSituation,
    now: number,
  ) {
    this.#standing = { state, cause, mode, returnAt, since, badSince, goodSince, settled };
    this.#slot = user.slot;
    this.#now = now;
  }

  get state(): UserState {
    return this.#standing.state;
  }
  get settled(): boolean {
    return this.#standing.settled;
  }
  get badSince(): number | null {
    return this.#standing.badSince;
  }
  get goodSince(): number | null {
    return this.#standing.goodSince;
  }
  get isDue(): boolean {
    const { mode, returnAt } = this.#standing;
    return mode === 'manual_to_auto' && returnAt !== null && returnAt <= this.#now;
  }

  settle(): void {
    this.#standing = { ...this.#standing, settled: true };
  }

  see(verdict: 'bad' | 'good' | undefined, { at, afterGap }: Supply): void {
    const { badSince, goodSince } = this.#standing;
    const since = (before: number | null) => (afterGap ? at : (before ?? at));
    this.#standing = {
      ...this.#standing,
      badSince: verdict === 'bad' ? since(badSince) : null,
      goodSince: verdict === 'good' ? since(goodSince) : null,
    };
  }

  go(event: UserEvent, cause: UserCause): void {
    const from = this.#standing.state;
    const to = afterEvent(from, event);
    if (to === undefined || (to === from && event !== 'taken-open' && event !== 'taken-closed'))
      return;
    this.#changes.push({ slot: this.#slot, from, event, to, cause });
    const isTaken = event === 'taken-open' || event === 'taken-closed';
    const staysManual = isTaken && isManual(from);
    this.#standing = {
      ...this.#standing,
      state: to,
      cause,
      since: this.#now,
      settled: isTaken || wantsClosed(from) === wantsClosed(to) ? this.#standing.settled : false,
      ...(isTaken && !staysManual ? { mode: 'manual', returnAt: null } : {}),
      ...(event === 'returned' ? { mode: 'auto', returnAt: null } : {}),
      // The hold begins with this; what was good before it does not count.
      ...(event === 'returned' || event === 'power-lost' ? { goodSince: null } : {}),
    };
  }

  end(): Decided {
    return { standing: this.#standing, changes: this.#changes };
  }
}
