/**
 * Decides which registers are stored for the energies of a file. They continue the last register of
 * the device, so that its next one completes the total that the meter counted. Before the first
 * register of the device they begin at 0, and the step to it counts nothing.
 */
import { allowanceWh, limitBetween } from '../energy/energy-limit.ts';
import { whOfKwh } from '../energy/watt-hours.ts';
import type { CheckedReading } from './check-readings.ts';
import { countsBands, isCorrected } from './plan-registers.ts';
import { registersOf } from './reading-intervals.ts';
import type { PlanRules, ReadingPlan, StoredAround } from './reading-plan.ts';
import type { ReadingProblems } from './reading-problem.ts';

type Plan = Omit<ReadingPlan, 'problems'>;

const NOTHING: Plan = { registers: [], startsAt: [], ignoredAt: [], stored: 0 };

export function planEnergies(
  energies: readonly CheckedReading[],
  { before, inside, after }: StoredAround,
  rules: PlanRules,
  problems: ReadingProblems,
): Plan {
  const [first, last] = [energies[0], energies.at(-1)];
  if (first === undefined || last === undefined) return NOTHING;
  const all = registersOf(energies, before);
  const known = new Map(inside.map(({ at, kwh }) => [at, kwh]));
  const registers = all.filter(({ at, kwh }) => known.get(at) !== kwh);
  const stored = all.length - registers.length;
  if (stored < inside.length) {
    problems.add(first.line, 'time', 'stored-within', String(inside.length - stored));
  } else if (before !== undefined && first.from < before.at) {
    problems.add(first.line, 'time', 'stored-within', String(before.kwh));
  }
  if (registers.length === 0) return { ...NOTHING, stored };
  if (before !== undefined && countsBands(before)) {
    problems.add(first.line, 'energy', 'bands-missing', '');
  }
  const isOtherMeter = before === undefined || before.isOtherMeter === true;
  const plan = {
    registers: isOtherMeter ? registers.map((one) => ({ ...one, isOtherMeter })) : registers,
    startsAt: [registers[0]!.at],
    ignoredAt: [],
    stored,
  };
  if (after === undefined) {
    problems.add(last.line, 'time', 'later-reading-missing', String(last.kwh));
    return plan;
  }
  if (isCorrected(after.at, rules)) {
    problems.add(last.line, 'time', 'corrected-reading', String(after.kwh));
  }
  // Without a register before the first one, a register of the device may still arrive late.
  if (before === undefined) return { ...plan, ignoredAt: [all[0]!.at, after.at] };
  if (isOtherMeter) return { ...plan, ignoredAt: [after.at] };
  if (isBilledStepIgnored(after.at, rules)) return plan;
  const limitW = limitBetween(rules, last.at, after.at);
  const remainderWh = whOfKwh(after.kwh) - whOfKwh(all.at(-1)!.kwh);
  if (remainderWh < 0) {
    problems.add(last.line, 'energy', 'more-than-register', String(after.kwh));
  } else if (remainderWh > allowanceWh(limitW, last.at, after.at)) {
    // The ledger would not count the step to the next register of the device.
    problems.add(last.line, 'energy', 'remainder-impossible', String(after.kwh));
  }
  return plan;
}

/** A correction of another channel does not change what is billed. */
function isBilledStepIgnored(at: number, { overrides }: PlanRules): boolean {
  return overrides.some(
    (one) => one.at === at && (one.channel === null || one.channel === 'activeTotal'),
  );
}
