/**
 * What is set of a tower and its users, and what is refused (docs/specification/projects.md 5.1: up
 * to 4 users and 5 time periods; figures of usual telecom sites). Voltages are magnitudes: a bus of
 * -48 V is 48.
 */
import { periodsProblem, type TimePeriod } from './time-period.ts';

export const MOST_USERS = 4;

/**
 * What a user gets from the battery. *Reading*: none is nothing at all, it is cut when mains are
 * gone; timed, so many minutes of each outage; energy, so many kWh of each; voltage, for as long as
 * the bus holds.
 */
export const STANDBY_TYPES = ['none', 'timed', 'energy', 'voltage'] as const;
export type StandbyType = (typeof STANDBY_TYPES)[number];

export interface TowerUser {
  /** Place, 1 to 4. */
  readonly slot: number;
  readonly name: string;
  /** 1 is cut last and started first; each once. */
  readonly priority: number;
  readonly standbyType: StandbyType;
  /** Of timed. */
  readonly standbyMinutes: number;
  /** Of energy. */
  readonly standbyKwh: number;
  /** Of voltage: cut below, started again from; V. */
  readonly cutV: number;
  readonly reconnectV: number;
  readonly periods: readonly TimePeriod[];
}

export interface TowerFigures {
  /** Mains are there from this voltage of any phase on. */
  readonly mainsMinV: number;
  /** How long a value must be bad before anything is cut. */
  readonly cutDelayS: number;
  /** How long supply must be good before anything is started again. */
  readonly holdS: number;
  /** Between two starts. */
  readonly staggerS: number;
  /** Usable energy of the full battery. */
  readonly batteryKwh: number;
}

export const USUAL_FIGURES: TowerFigures = {
  mainsMinV: 160,
  cutDelayS: 10,
  holdS: 60,
  staggerS: 10,
  batteryKwh: 20,
};

/** Bounds of what may be set: least, most. */
export const FIGURE_BOUNDS = {
  mainsMinV: [10, 500],
  cutDelayS: [0, 600],
  holdS: [60, 3_600],
  staggerS: [1, 600],
  batteryKwh: [0.1, 10_000],
} as const satisfies Record<keyof TowerFigures, readonly [number, number]>;

export const USER_BOUNDS = {
  standbyMinutes: [1, 10_080],
  standbyKwh: [0.01, 10_000],
  /** Equipment of 48 V lives between 38.4 and 57.6 V. */
  cutV: [38, 58],
  reconnectV: [38, 58],
} as const;

/** Less than that between cut and start would let the bus swing the breaker. */
export const LEAST_HYSTERESIS_V = 0.5;

export type TowerProblem =
  | 'figure-out-of-bounds'
  | 'users-too-many'
  | 'slot-invalid'
  | 'name-missing'
  | 'priority-invalid'
  | 'hysteresis-too-small'
  | 'voltages-out-of-order'
  | 'periods-too-many'
  | 'period-edge-invalid'
  | 'periods-overlap';

/** `field`: path of the words of this file, `users.0.cutV`. */
export interface FoundProblem {
  readonly problem: TowerProblem;
  readonly field: string;
}

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

/** The first thing that is wrong. */
export function towerProblem(
  figures: TowerFigures,
  users: readonly TowerUser[],
): FoundProblem | undefined {
  for (const key of Object.keys(FIGURE_BOUNDS) as (keyof TowerFigures)[]) {
    if (!isWithin(figures[key], FIGURE_BOUNDS[key])) {
      return { problem: 'figure-out-of-bounds', field: key };
    }
  }
  if (users.length > MOST_USERS) return { problem: 'users-too-many', field: 'users' };
  for (const [at, user] of users.entries()) {
    const found = userProblem(user, users.slice(0, at));
    if (found !== undefined) return { ...found, field: `users.${at}.${found.field}` };
  }
  return orderProblem(users);
}

function userProblem(user: TowerUser, before: readonly TowerUser[]): FoundProblem | undefined {
  const isPlace = (place: number): boolean => Number.isInteger(place) && isWithin(place, [1, 4]);
  if (!isPlace(user.slot) || before.some(({ slot }) => slot === user.slot)) {
    return { problem: 'slot-invalid', field: 'slot' };
  }
  if (user.name.trim() === '') return { problem: 'name-missing', field: 'name' };
  if (!isPlace(user.priority) || before.some(({ priority }) => priority === user.priority)) {
    return { problem: 'priority-invalid', field: 'priority' };
  }
  for (const key of FIELDS_OF_STANDBY[user.standbyType]) {
    if (!isWithin(user[key], USER_BOUNDS[key])) {
      return { problem: 'figure-out-of-bounds', field: key };
    }
  }
  if (user.standbyType === 'voltage' && user.reconnectV - user.cutV < LEAST_HYSTERESIS_V) {
    return { problem: 'hysteresis-too-small', field: 'reconnectV' };
  }
  const wrong = periodsProblem(user.periods);
  if (wrong === undefined) return undefined;
  const field = wrong.position === undefined ? 'periods' : `periods.${wrong.position}`;
  return { problem: PERIOD_PROBLEMS[wrong.problem], field };
}

const PERIOD_PROBLEMS = {
  'too-many': 'periods-too-many',
  'edge-invalid': 'period-edge-invalid',
  overlap: 'periods-overlap',
} as const;

const FIELDS_OF_STANDBY = {
  none: [],
  timed: ['standbyMinutes'],
  energy: ['standbyKwh'],
  voltage: ['cutV', 'reconnectV'],
} as const satisfies Record<StandbyType, readonly (keyof typeof USER_BOUNDS)[]>;

/** Of users by voltage the more important one is neither cut nor kept out at a higher voltage. */
function orderProblem(users: readonly TowerUser[]): FoundProblem | undefined {
  const byVoltage = users
    .map((user, at) => ({ user, at }))
    .filter(({ user }) => user.standbyType === 'voltage')
    .sort((one, other) => one.user.priority - other.user.priority);
  for (const [position, { user, at }] of byVoltage.entries()) {
    const moreImportant = byVoltage[position - 1]?.user;
    if (moreImportant === undefined) continue;
    for (const key of ['cutV', 'reconnectV'] as const) {
      if (user[key] < moreImportant[key]) {
        return { problem: 'voltages-out-of-order', field: `users.${at}.${key}` };
      }
    }
  }
  return undefined;
}
