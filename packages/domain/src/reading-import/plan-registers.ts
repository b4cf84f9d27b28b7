/** Decides which registers of a file are stored, and how each stretch joins its neighbours. */
import type { CheckedReading } from './check-readings.ts';
import { averageW, isOneMeter } from './join-registers.ts';
import type { RegisterAt } from './reading-intervals.ts';
import type {
  PlanRules,
  ReadingPlan,
  StoredAround,
  StoredReading,
  StoredRegister,
} from './reading-plan.ts';
import type { ReadingProblems } from './reading-problem.ts';

type Plan = Omit<ReadingPlan, 'problems'>;

/** Rows between two stored registers that follow each other. */
interface Stretch {
  readonly before: StoredRegister | undefined;
  readonly rows: RegisterAt[];
  readonly after: StoredRegister | undefined;
}

export function planRegisters(
  rows: readonly CheckedReading[],
  { before, inside, after }: StoredAround,
  rules: PlanRules,
  problems: ReadingProblems,
): Plan {
  const known = inside.filter(isRegister);
  const registers = [...(before ? [before] : []), ...known, ...(after ? [after] : [])];
  const empty = new Set(inside.filter(({ kwh }) => kwh === null).map(({ at }) => at));
  const stretches = new Map<number, Stretch>();
  let next = 0;
  let stored = 0;
  for (const { line, at, kwh } of rows) {
    while (next < registers.length && registers[next]!.at <= at) next += 1;
    const [last, following] = [registers[next - 1], registers[next]];
    if (last?.at === at && last.kwh === kwh) stored += 1;
    else if (last?.at === at || empty.has(at)) {
      problems.add(line, 'time', 'stored-differs', last?.at === at ? String(last.kwh) : '');
    } else if (last && following && following.at - last.at <= rules.graceMs) {
      problems.add(line, 'time', 'stored-overlap', String(kwh));
    } else {
      const stretch = stretches.get(next) ?? { before: last, rows: [], after: following };
      stretches.set(next, stretch);
      stretch.rows.push({ line, at, kwh });
    }
  }
  const list = [...stretches.values()];
  const ignoredAt = list.flatMap((stretch) => joinStretch(stretch, rules, problems));
  return {
    registers: list.flatMap((stretch) => registersOf(stretch, rules)),
    startsAt: list.map(({ rows }) => rows[0]!.at),
    ignoredAt,
    stored,
  };
}

/** Registers that continue those of another meter are of that meter too. */
function registersOf({ before, rows }: Stretch, { meter }: PlanRules): RegisterAt[] {
  const isOtherMeter = meter === 'other' || before?.isOtherMeter === true;
  return isOtherMeter ? rows.map((row) => ({ ...row, isOtherMeter })) : rows;
}

function isRegister(reading: StoredReading): reading is StoredRegister {
  return reading.kwh !== null;
}

/** Returns the times of the registers whose step counts nothing. */
function joinStretch(
  { before, rows, after }: Stretch,
  rules: PlanRules,
  problems: ReadingProblems,
): number[] {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  if (after !== undefined && isCorrected(after.at, rules)) {
    problems.add(last.line, 'time', 'corrected-reading', String(after.kwh));
  }
  if (rules.meter === 'other') {
    // The next reading of the device would count as consumption of the other meter.
    if (after === undefined) {
      problems.add(last.line, 'time', 'later-reading-missing', String(last.kwh));
      return [];
    }
    // Without a register before it, one of the device may still arrive late.
    return [first.at, after.at];
  }
  if (before !== undefined && countsBands(before)) {
    problems.add(first.line, 'register', 'bands-missing', '');
  }
  const { limitW, formerLimits } = rules;
  const join = { limitW, formerLimits, usedW: averageW(first, last) };
  if (before !== undefined && !isOneMeter(before, first, join)) {
    problems.add(first.line, 'register', 'register-does-not-join', String(before.kwh));
  }
  if (after !== undefined && !isOneMeter(last, after, join)) {
    problems.add(last.line, 'register', 'register-does-not-join', String(after.kwh));
  }
  return [];
}

/** The next registers of the meter count the bands of the energy that the file would divide. */
export function countsBands({ hasBands, isOtherMeter }: StoredRegister): boolean {
  return hasBands === true && isOtherMeter !== true;
}

/** A correction that counts the step to this register, which the file would divide. */
export function isCorrected(at: number, { overrides }: PlanRules): boolean {
  return overrides.some((one) => one.at === at && one.decision !== 'ignore');
}
