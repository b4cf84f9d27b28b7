/**
 * Decides one tower user at one instant: the events that have occurred, by the clock and by the
 * newest reading. Cuts and starts by supply are decided on fresh readings only, at the time of the
 * reading; without a fresh reading only the clock decides. Every transition follows the table of
 * `user-state.ts`.
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

export interface UserSupplyState {
  readonly state: UserState;
  readonly cause: UserCause;
  readonly mode: ControlMode;
  /** For `manual_to_auto`: time of the return; epoch ms. */
  readonly returnAt: number | null;
  /** Start of the current state; epoch ms. */
  readonly since: number;
  /**
   * First of the uninterrupted readings on which the user must be cut (`badSince`) or may be
   * started (`goodSince`).
   */
  readonly badSince: number | null;
  readonly goodSince: number | null;
  /**
   * True if the breaker has been in the wanted position since the state began; any later difference
   * was caused by a person or another call. False in automatic mode as long as the breaker has not
   * reported its position: its first report is not the act of a person.
   */
  readonly settled: boolean;
}

export interface Supply {
  /** Time of the newest reading, epoch ms. */
  readonly at: number;
  /** Magnitude; null if not reported. */
  readonly busV: number | null;
  readonly mains: Mains;
  /** True if the previous reading is too old to prove anything about the time in between. */
  readonly afterGap: boolean;
}

export interface UserSituation extends UserSupplyState {
  readonly user: TowerUser;
  /** State reported by the breaker; undefined if unknown. */
  readonly action: SwitchAction | undefined;
  /** True if a command for the breaker is in progress. */
  readonly busy: boolean;
  /** Energy used in the current outage, kWh; null if unknown. */
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
  readonly standing: UserSupplyState;
  readonly changes: readonly UserChange[];
}

interface Question {
  readonly now: number;
  readonly zone: string;
  readonly figures: TowerFigures;
  /** Undefined if there is no fresh reading. */
  readonly supply: Supply | undefined;
}

const CUT_CAUSES = {
  none: 'no-standby',
  timed: 'minutes-used',
  energy: 'energy-used',
  voltage: 'voltage-low',
} as const;

const HEALTHY_MAINS: readonly MainsState[] = ['present', 'returning', 'unknown'];

/**
 * Returns `bad` if the user must be cut and `good` if it may be started; undefined between the two
 * voltages, or if unknown.
 */
function validate(situation: UserSituation, supply: Supply): 'bad' | 'good' | undefined {
  const { user, batteryKwh } = situation;
  const { mains, busV, at } = supply;
  if (user.standbyType === 'voltage') {
    if (busV === null) return undefined;
    if (busV < user.cutV) return 'bad';
    return busV >= user.reconnectV ? 'good' : undefined;
  }
  // A tower that does not report mains has no outages.
  if (HEALTHY_MAINS.includes(mains.state)) return 'good';
  if (mains.state !== 'absent' || mains.absentSince === null) return undefined;
  const isUsed = {
    none: true,
    timed: at - mains.absentSince >= user.standbyMinutes * 60_000,
    energy: batteryKwh !== null && batteryKwh >= user.standbyKwh,
  };
  return isUsed[user.standbyType] ? 'bad' : undefined;
}

/** Evaluates all events except the `turn` to start, which is decided for the whole tower. */
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

/** The tower does not override a position set by a person at the breaker or by another call. */
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
  const verdict = validate(situation, supply);
  walk.see(verdict, supply);
  const cause = CUT_CAUSES[situation.user.standbyType];
  // Used minutes or kWh need no additional delay.
  const delayMs = situation.user.standbyType === 'voltage' ? cutDelayS * 1000 : 0;
  if (walk.badSince !== null && supply.at - walk.badSince >= delayMs) {
    walk.go('standby-over', cause);
  }
  // A user that is off is not started unless the supply is known to be good.
  if (verdict !== 'good') walk.go('supply-bad', 'supply-not-good');
  else walk.go('supply-good', 'supply-good');
  if (walk.goodSince !== null && supply.at - walk.goodSince >= holdS * 1000) {
    walk.go('hold-over', 'waits-turn');
  }
}

/** Applies events to a state one by one; ignores an event that the table does not contain. */
class Walk {
  #standing: UserSupplyState;
  readonly #changes: UserChange[] = [];
  readonly #slot: number;
  readonly #now: number;
  readonly #hasReported: boolean;

  constructor(
    {
      user,
      action,
      state,
      cause,
      mode,
      returnAt,
      since,
      badSince,
      goodSince,
      settled,
    }: UserSituation,
    now: number,
  ) {
    this.#standing = { state, cause, mode, returnAt, since, badSince, goodSince, settled };
    this.#slot = user.slot;
    this.#now = now;
    this.#hasReported = action !== undefined;
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
    const isSwitchedByOther = event === 'taken-open' || event === 'taken-closed';
    const staysManual = isSwitchedByOther && isManual(from);
    const isPositionWanted = wantsClosed(from) === wantsClosed(to) && this.#hasReported;
    this.#standing = {
      ...this.#standing,
      state: to,
      cause,
      since: this.#now,
      settled: (isSwitchedByOther || isPositionWanted) && this.#standing.settled,
      ...(isSwitchedByOther && !staysManual ? { mode: 'manual', returnAt: null } : {}),
      ...(event === 'returned' ? { mode: 'auto', returnAt: null } : {}),
      // The hold starts now; earlier good readings do not count.
      ...(event === 'returned' || event === 'power-lost' ? { goodSince: null } : {}),
    };
  }

  end(): Decided {
    return { standing: this.#standing, changes: this.#changes };
  }
}
