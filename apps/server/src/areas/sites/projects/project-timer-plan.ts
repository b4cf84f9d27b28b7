/** Computes the changes that make the timers on the devices match those of their project. */

import { formatLocal } from '@busbar/domain/calendar';
import type { Refusal } from '@busbar/domain/refusal';
import { COMMANDS_OF_KIND } from '@busbar/domain/switch/interlock';
import { coincide, nextRun } from '@busbar/domain/timer/next-run';
import { nextSunRun, SUN_RUN_GAP_MS } from '@busbar/domain/timer/sun-time';
import { canHoldTimers, MAX_TIMERS } from '@busbar/domain/timer/timer-holder';
import type { ProjectTimer } from './project-timer-queries.ts';
import type {
  BoundTimer,
  ChangedTimer,
  Target,
  WantedTimer,
} from './project-timer-target-queries.ts';

export interface Plan {
  readonly added: readonly WantedTimer[];
  readonly changed: readonly ChangedTimer[];
  readonly removed: readonly number[];
  /** Ids of the devices whose timer table changes. */
  readonly links: readonly number[];
  /** Ids of all affected devices, or of their gateways. */
  readonly touched: readonly number[];
}

/** Time displayed for a sun timer if its sun event does not occur. */
const NO_TIME = '00:00';

type Rule = Pick<ProjectTimer, 'days' | 'time' | 'sun' | 'command' | 'enabled'>;

/** The reason why a group cannot have a timer; `has` is the group's existing copy of the timer. */
export function obstacle(
  target: Target,
  rule: Rule,
  has: Pick<BoundTimer, 'enabled' | 'sun'> | undefined,
): Refusal | undefined {
  if (!COMMANDS_OF_KIND[target.kind].includes(rule.command)) return 'order-not-supported';
  if (rule.sun !== null) return target.place === null ? 'sun-position-required' : undefined;
  const { days, time } = rule;
  if (time === null) return undefined;
  if (target.own.some((other) => coincide(other, { days, time }))) return 'timer-taken';
  const isCounted = !rule.enabled || (has?.enabled === true && has.sun === null);
  const isFull = canHoldTimers(target.kind) && !isCounted && target.held >= MAX_TIMERS;
  return isFull ? 'quota-exceeded' : undefined;
}

export const isFor = (timer: Pick<ProjectTimer, 'lampGroupId'>, target: Target): boolean =>
  timer.lampGroupId === null || timer.lampGroupId === target.lampGroupId;

export function planTimers(
  timers: readonly ProjectTimer[],
  targets: readonly Target[],
  bound: readonly BoundTimer[],
  now: number,
  zone: string,
): Plan {
  const left = new Map(bound.map((timer) => [`${timer.projectTimerId} ${timer.deviceId}`, timer]));
  const added: WantedTimer[] = [];
  const changed: ChangedTimer[] = [];
  const links = new Set<number>();
  const touched = new Set<number>();
  /** Number of timers this plan added to each table: they count against the next timer's limit. */
  const more = new Map<number, number>();
  for (const timer of timers) {
    for (const target of targets) {
      if (!isFor(timer, target)) continue;
      const key = `${timer.id} ${target.deviceId}`;
      const has = left.get(key);
      const held = target.held + (more.get(target.linkId) ?? 0);
      // A sun timer without a position is created nevertheless and does not run until a position is
      // entered.
      const problem = obstacle({ ...target, held }, timer, has);
      if (problem !== undefined && problem !== 'sun-position-required') continue;
      left.delete(key);
      const wanted = wantedAt(timer, target, has, now, zone);
      if (has !== undefined && isSame(has, wanted, now)) continue;
      if (has === undefined) added.push(wanted);
      else changed.push({ ...wanted, id: has.id, isMoved: isSetSo(has, wanted) });
      touched.add(target.linkId);
      if (!canHoldTimers(target.kind)) continue;
      if (timer.sun === null || has?.sun === null) links.add(target.linkId);
      if (has === undefined && timer.sun === null && timer.enabled) {
        more.set(target.linkId, (more.get(target.linkId) ?? 0) + 1);
      }
    }
  }
  for (const { kind, sun, linkId } of left.values()) {
    touched.add(linkId);
    if (canHoldTimers(kind) && sun === null) links.add(linkId);
  }
  const removed = [...left.values()].map(({ id }) => id);
  return { added, changed, removed, links: [...links], touched: [...touched] };
}

function wantedAt(
  timer: ProjectTimer,
  { deviceId, place }: Target,
  has: BoundTimer | undefined,
  now: number,
  zone: string,
): WantedTimer {
  const { id: projectTimerId, days, sun, offsetMin, command, enabled } = timer;
  const same = { projectTimerId, deviceId, days, sun, offsetMin, command, enabled };
  if (sun === null) {
    const time = timer.time ?? NO_TIME;
    return { ...same, time, nextRunAt: enabled ? nextRun({ days, time }, now, zone) : undefined };
  }
  // A changed position must not make a timer run a second time on the same day.
  const last = has !== undefined && isSameRule(has, timer) ? has.lastDueAt : null;
  const after = last === null ? now : Math.max(now, last + SUN_RUN_GAP_MS);
  const at = place === null ? undefined : nextSunRun({ days, sun, offsetMin }, after, zone, place);
  const time = at === undefined ? (has?.time ?? NO_TIME) : formatLocal(at, zone).slice(11, 16);
  return { ...same, time, nextRunAt: enabled ? at : undefined };
}

const isSameRule = (
  has: BoundTimer,
  { days, time, sun, offsetMin }: Pick<ProjectTimer, 'days' | 'time' | 'sun' | 'offsetMin'>,
): boolean =>
  has.days === days &&
  has.sun === sun &&
  has.offsetMin === offsetMin &&
  (sun !== null || has.time === time);

const isSetSo = (has: BoundTimer, wanted: WantedTimer): boolean =>
  isSameRule(has, wanted) && has.command === wanted.command && has.enabled === wanted.enabled;

/**
 * Returns true if the timer needs no change. A due timer is left to the job that runs it and is not
 * rescheduled because the sun times changed.
 */
function isSame(has: BoundTimer, wanted: WantedTimer, now: number): boolean {
  const isDue = has.nextRunAt !== null && has.nextRunAt <= now;
  return (
    isSetSo(has, wanted) &&
    (wanted.sun === null || isDue || has.nextRunAt === (wanted.nextRunAt ?? null))
  );
}
