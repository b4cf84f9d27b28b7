/**
 * Settings of a tower and its users, and their validation (docs/specification/projects.md 5.1: up
 * to 4 users and 5 time periods; typical figures of telecom sites). Voltages are magnitudes: a bus
 * of -48 V is 48.
 */
import { periodsProblem, type TimePeriod } from './time-period.ts';

export const MAX_USERS = 4;

/**
 * Supply of a user from the battery. *Reading*: `none`, the user is cut when mains fail; `timed`,
 * for a number of minutes of each outage; `energy`, for a number of kWh of each outage; `voltage`,
 * until the bus voltage is too low.
 */
export const STANDBY_TYPES = ['none', 'timed', 'energy', 'voltage'] as const;
export type StandbyType = (typeof STANDBY_TYPES)[number];

export interface TowerUser {
  /** Position, 1 to 4. */
  readonly slot: number;
  readonly name: string;
  /** Priority: 1 is cut last and started first; each value is used once. */
  readonly priority: number;
  readonly standbyType: StandbyType;
  /** For type `timed`. */
  readonly standbyMinutes: number;
  /** For type `energy`. */
  readonly standbyKwh: number;
  /** For type `voltage`: cut below `cutV`, started again from `reconnectV`; V. */
  readonly cutV: number;
  readonly reconnectV: number;
  readonly periods: readonly TimePeriod[];
}

export interface TowerFigures {
  /** Mains are present if any phase has at least this voltage. */
  readonly mainsMinV: number;
  /** Duration for which a value must be bad before a user is cut. */
  readonly cutDelayS: number;
  /** Duration for which the supply must be good before a user is started again. */
  readonly holdS: number;
  /** Interval between two starts. */
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

/** Bounds of the settings: min, max. */
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
  /** Equipment for 48 V operates between 38.4 and 57.6 V. */
  cutV: [38, 58],
  reconnectV: [38, 58],
} as const;

/** With less difference between cut and start, the bus voltage would make the breaker oscillate. */
export const MIN_HYSTERESIS_V = 0.5;

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

/** `field` is a path of the names in this file, `users.0.cutV`. */
export interface FoundProblem {
  readonly problem: TowerProblem;
  readonly field: string;
}

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

/** Returns the first problem. */
export function towerProblem(
  figures: TowerFigures,
  users: readonly TowerUser[],
): FoundProblem | undefined {
  for (const key of Object.keys(FIGURE_BOUNDS) as (keyof TowerFigures)[]) {
    if (!isWithin(figures[key], FIGURE_BOUNDS[key])) {
      return { problem: 'figure-out-of-bounds', field: key };
    }
  }
  if (users.length > MAX_USERS) return { problem: 'users-too-many', field: 'users' };
  for (const [at, user] of users.entries()) {
    const found = userProblem(user, users.slice(0, at));
    if (found !== undefined) return { ...found, field: `users.${at}.${found.field}` };
  }
  return voltageProblem(users);
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
  if (user.standbyType === 'voltage' && user.reconnectV - user.cutV < MIN_HYSTERESIS_V) {
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

/**
 * Among the users of standby type `voltage`, a more important user must not have a higher cut or
 * reconnect voltage than a less important one.
 */
function voltageProblem(users: readonly TowerUser[]): FoundProblem | undefined {
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
