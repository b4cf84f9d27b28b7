/** Draft of a tower, validated by the same rule as on the server before it is sent. */

import { camelCaseKeys, snakeCaseKeys } from '@busbar/domain/key-case';
import { MAX_PERIODS, type TimePeriod } from '@busbar/domain/tower/time-period';
import {
  type FoundProblem,
  MAX_USERS,
  type StandbyType,
  type TowerUser,
  towerProblem,
  USUAL_FIGURES,
} from '@busbar/domain/tower/tower-settings';
import type { CallInput } from '../../lib/calls/call-types.ts';
import type { TowerSettings } from './api/use-towers.ts';

export interface DraftPeriod extends TimePeriod {
  /** React key of the row. */
  readonly key: number;
}

export interface DraftUser {
  readonly slot: number;
  readonly name: string;
  readonly device: string | undefined;
  readonly priority: number;
  readonly standbyType: StandbyType;
  readonly standbyMinutes: number | null;
  readonly standbyKwh: number | null;
  readonly cutV: number | null;
  readonly reconnectV: number | null;
  readonly periods: readonly DraftPeriod[];
}

export const FIGURES = ['mainsMinV', 'cutDelayS', 'holdS', 'staggerS', 'batteryKwh'] as const;
export type Figure = (typeof FIGURES)[number];
export const FIGURE_UNITS: Readonly<Record<Figure, string>> = {
  mainsMinV: 'V',
  cutDelayS: 's',
  holdS: 's',
  staggerS: 's',
  batteryKwh: 'kWh',
};

export interface TowerDraft {
  readonly name: string;
  readonly project: number | undefined;
  readonly device: string | undefined;
  readonly figures: Readonly<Record<Figure, number | null>>;
  readonly users: readonly DraftUser[];
}

let lastKey = 0;

export function newPeriod(period: TimePeriod): DraftPeriod {
  lastKey += 1;
  return { ...period, key: lastKey };
}

/**
 * Takes the first free slot and priority number; a higher number is less important and gets a
 * higher default cut voltage.
 */
export function newUser(users: readonly DraftUser[]): DraftUser {
  const free = (taken: readonly number[]) => [1, 2, 3, 4].find((one) => !taken.includes(one)) ?? 4;
  const priority = free(users.map((user) => user.priority));
  return {
    slot: free(users.map(({ slot }) => slot)),
    name: '',
    device: undefined,
    priority,
    standbyType: 'voltage',
    standbyMinutes: 120,
    standbyKwh: 5,
    cutV: 43 + priority,
    reconnectV: 50.5,
    periods: [],
  };
}

export const mayAddUser = (users: readonly unknown[]): boolean => users.length < MAX_USERS;
export const mayAddPeriod = (periods: readonly unknown[]): boolean => periods.length < MAX_PERIODS;

export function draftOf(tower: TowerSettings | undefined, project: number | undefined): TowerDraft {
  if (tower === undefined) {
    const users = [newUser([])];
    return { name: '', project, device: undefined, figures: { ...USUAL_FIGURES }, users };
  }
  const { id, project_id, project_name, name, device_code, device_name, users, ...figures } = tower;
  return {
    name,
    project: project_id,
    device: device_code,
    figures: camelCaseKeys(figures),
    users: users.map(({ device_code: device, device_name: _, hidden: _hidden, ...user }) => ({
      ...camelCaseKeys(user),
      device,
      periods: user.periods.map(newPeriod),
    })),
  };
}

/** Converts an empty field to NaN, which fails every bound. */
const numberOf = (value: number | null): number => value ?? Number.NaN;

function usersOf({ users }: TowerDraft): TowerUser[] {
  return users.map((user) => ({
    ...user,
    standbyMinutes: numberOf(user.standbyMinutes),
    standbyKwh: numberOf(user.standbyKwh),
    cutV: numberOf(user.cutV),
    reconnectV: numberOf(user.reconnectV),
  }));
}

/** Returns the first problem with its field, or undefined. */
export function draftProblem(
  draft: TowerDraft,
):
  | FoundProblem
  | { readonly problem: 'name-missing' | 'choice-missing'; readonly field: string }
  | undefined {
  if (draft.project === undefined) return { problem: 'choice-missing', field: 'project' };
  if (draft.name.trim() === '') return { problem: 'name-missing', field: 'name' };
  if (draft.device === undefined) return { problem: 'choice-missing', field: 'device' };
  const figures = Object.fromEntries(
    FIGURES.map((figure) => [figure, numberOf(draft.figures[figure])]),
  ) as Record<Figure, number>;
  const wrong = towerProblem(figures, usersOf(draft));
  if (wrong !== undefined) return wrong;
  const at = draft.users.findIndex(({ device }) => device === undefined);
  return at < 0 ? undefined : { problem: 'choice-missing', field: `users.${at}.device` };
}

/**
 * Null means that the field is empty, NaN that its text is not a number. Both can remain only in
 * fields that the type does not use.
 */
const orUsual = (value: number | null, usual: number): number =>
  value === null || Number.isNaN(value) ? usual : value;

/** Converts a draft without problems. Empty figures unused by the type get their default. */
export function bodyOf(draft: TowerDraft): CallInput<'v2.tower-device.add'>['body'] {
  const figure = (name: Figure) => orUsual(draft.figures[name], USUAL_FIGURES[name]);
  return {
    project_id: draft.project ?? 0,
    device_code: draft.device ?? '',
    name: draft.name.trim(),
    mains_min_v: figure('mainsMinV'),
    cut_delay_s: figure('cutDelayS'),
    hold_s: figure('holdS'),
    stagger_s: figure('staggerS'),
    battery_kwh: figure('batteryKwh'),
    users: draft.users.map(({ device, ...user }) => ({
      ...snakeCaseKeys(user),
      name: user.name.trim(),
      device_code: device ?? '',
      standby_minutes: orUsual(user.standbyMinutes, 120),
      standby_kwh: orUsual(user.standbyKwh, 5),
      cut_v: orUsual(user.cutV, 46),
      reconnect_v: orUsual(user.reconnectV, 50.5),
      periods: user.periods.map(({ begin, end, valid }) => ({ begin, end, valid })),
    })),
  };
}
