/** Kind of a step, and the register that explains it: the total before its bands. */
import { sumAmounts } from '@busbar/domain/tariff/amount';
import type { ExplainedStep, Explanation, FeeLine, RegisterNote } from './api/use-explanation.ts';

export const STEP_KINDS = [
  'normal',
  'first',
  'corrected',
  'gap',
  'long',
  'glitch',
  'jitter',
  'rollover',
  'reset',
  'swap',
  'impossible',
] as const;
export type ShownKind = (typeof STEP_KINDS)[number];

const isPlain = ({ kind, reason }: RegisterNote): boolean =>
  kind === 'normal' && reason === 'within-limit';

export function noteOf({ registers }: ExplainedStep): RegisterNote | undefined {
  return registers.find((note) => !isPlain(note)) ?? registers[0];
}

export function kindOf(step: ExplainedStep): ShownKind {
  const note = noteOf(step);
  if (step.plain || note === undefined) return 'normal';
  if (note.reason === 'override') return 'corrected';
  if (note.kind !== 'normal') return STEP_KINDS.find((kind) => kind === note.kind) ?? 'normal';
  if (note.reason === 'awaits-bands') return 'normal';
  if (note.reason !== 'within-limit') return 'glitch';
  return step.silent_since === null ? 'long' : 'gap';
}

/** Other registers with the same kind; a decision applies to the whole step. */
export function alsoOf(step: ExplainedStep): string[] {
  const first = noteOf(step);
  if (first?.reason === 'override') return [];
  return step.registers
    .filter((note) => note !== first && !isPlain(note) && note.kind === first?.kind)
    .map(({ register }) => register);
}

/** Merges consecutive short gaps: a device that reports every hour has a gap every hour. */
export function condensed(steps: readonly ExplainedStep[]): ExplainedStep[][] {
  const groups: ExplainedStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    const isSame = last !== undefined && [last[0]!, step].every(isOnlyGap);
    if (isSame) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** A longer gap is not merged. */
const SHORT_GAP_MS = 7_200_000;

const isOnlyGap = ({ at, silent_since: since, registers }: ExplainedStep): boolean =>
  since !== null && at - since <= SHORT_GAP_MS && registers.every(isPlain);

export interface RegisterSpan {
  readonly register: string;
  readonly from: number;
  readonly first: number;
  readonly at: number;
  readonly last: number;
}

/** The span of each register, from the base of its first step to its last value. */
export function registerSpans(steps: readonly ExplainedStep[]): RegisterSpan[] {
  const spans = new Map<string, RegisterSpan>();
  for (const step of steps) {
    for (const note of step.registers) {
      const before = spans.get(note.register);
      spans.set(note.register, {
        register: note.register,
        from: before?.from ?? note.from,
        first: before?.first ?? note.base,
        at: step.at,
        last: note.value,
      });
    }
  }
  return [...spans.values()];
}

/** Rounds kWh to thousandths, which are exact; binary sums are not. */
export const exact = (kwh: number): number => Math.round(kwh * 1000) / 1000;

/** Sum of the fees, rounded to hundredths; null if energy among them has no price. */
export function sumOfFees(lines: readonly FeeLine[]): number | null {
  const sum = sumAmounts(lines.map(({ fee }) => fee));
  return sum === null ? null : Math.round(sum * 100) / 100;
}

/** Fees exist only for the active total. */
export const isBilled = ({ channel }: Explanation): boolean => channel === 'activeTotal';
