/**
 * Explanation of a day's energy with a register reset and a gap; a test specifies only the relevant
 * members.
 */
import type { AnswerFor, ContractServer } from '../contract-server.ts';
import { CODE } from './device-answers.ts';

export type ExplanationData = AnswerFor<'v2.energy-explanation'>['data'];
export type StepData = ExplanationData['steps'][number];
export type CorrectionRow = AnswerFor<'v2.energy-overrides'>['data']['list'][number];
export type EstimatedDayRow = AnswerFor<'v2.energy-estimates'>['data']['list'][number];
export type EffectData = AnswerFor<'v2.energy-overrides.add'>['data']['effect'];

/** Returns a local time on 2026-11-20 in Shanghai, epoch ms. */
export const atTime = (hour: number, minute = 0): number =>
  Date.UTC(2026, 10, 20, hour - 8, minute);

type NoteData = StepData['registers'][number];

export function stepData(
  at: number,
  note: Partial<NoteData>,
  more: Partial<StepData> = {},
): StepData {
  const ept = more.ept ?? note.counted ?? 0;
  const { base = 0, value = 0 } = note;
  return {
    date: '2026-11-20',
    plain: false,
    readings: 1,
    from: note.from ?? at,
    at,
    ept,
    ept_1: 0,
    ept_2: ept,
    ept_3: 0,
    ept_4: 0,
    estimated: null,
    silent_since: null,
    confirmed_at: null,
    registers: [
      {
        register: 'total',
        kind: 'normal',
        reason: 'within-limit',
        from: at,
        base,
        value,
        delta: value - base,
        counted: ept,
        apart: 0,
        ...note,
      },
    ],
    ...more,
  };
}

const RUN = stepData(
  atTime(7, 45),
  { from: atTime(0), base: 1000, value: 1020, counted: 20 },
  { plain: true, readings: 31 },
);
const FALL = stepData(atTime(8), {
  from: atTime(7, 45),
  kind: 'reset',
  reason: 'awaits-next',
  base: 1020,
  value: 4,
});
export const RESET: StepData = stepData(
  atTime(8, 15),
  {
    from: atTime(7, 45),
    kind: 'reset',
    reason: 'confirmed',
    base: 1020,
    value: 14,
    counted: 14,
  },
  { estimated: 'lower-bound' },
);
const SILENCE = stepData(
  atTime(14),
  { from: atTime(8, 15), base: 14, value: 34, counted: 20 },
  { estimated: 'long-step', silent_since: atTime(8, 15) },
);

export function explanationData(more: Partial<ExplanationData> = {}): ExplanationData {
  const bands = { ept: 54, ept_1: 0, ept_2: 54, ept_3: 0, ept_4: 0 };
  const version = { rate_name: 'Industrial', rate_version: 3, rate_start_day: '2026-10-01' };
  const idle = { ept_before: 0, amount_before: 0, ept: 0, amount_with: 0, fee: 0 };
  return {
    device_name: 'Pump house',
    device_code: CODE,
    channel: 'activeTotal',
    start: '2026-11-20',
    end: '2026-11-20',
    limit_w: 52_164,
    expected_interval_s: 60,
    pending: false,
    readings: 34,
    steps: [RUN, FALL, RESET, SILENCE],
    step_count: 4,
    overrides: [],
    days: [
      {
        date: '2026-11-20',
        ...bands,
        estimated: true,
        fee: 17.99,
        lines: [
          { band: 1, ...version, price: 1.25, ...idle },
          {
            band: 2,
            ...version,
            price: 0.3333,
            ept_before: 20,
            amount_before: 6.67,
            ept: 54,
            amount_with: 24.66,
            fee: 17.99,
          },
          { band: 3, ...version, price: 0.2, ...idle },
          { band: 4, ...version, price: 0.1, ...idle },
        ],
      },
    ],
    sums: { ...bands, fee: 17.99 },
    ...more,
  };
}

export function correctionRow(more: Partial<CorrectionRow> = {}): CorrectionRow {
  return {
    id: 5,
    register_ts: atTime(8, 15),
    channel: 'activeTotal',
    decision: 'set',
    energy: 20,
    reason: 'Measured by hand',
    decided_by: 'mira',
    decided_at: atTime(16),
    withdrawn_by: '',
    withdrawn_at: null,
    withdrawal_reason: '',
    ...more,
  };
}

export function effectData(date = '2026-11-20'): EffectData {
  const before = { ept: 54, fee: 17.99 };
  const after = { ept: 60, fee: 19.99 };
  return { days: [{ date, before, after }], before, after };
}

export function estimatedDayRow(more: Partial<EstimatedDayRow> = {}): EstimatedDayRow {
  return {
    date: '2026-11-20',
    device_name: 'Pump house',
    device_code: CODE,
    kinds: ['reset', 'gap'],
    ept_estimated: 34,
    ept: 54,
    closed: false,
    correction: null,
    ...more,
  };
}

export function answerEstimates(server: ContractServer, list: readonly EstimatedDayRow[] = []) {
  server.answer('v2.energy-estimates', {
    data: { start: '2026-10-22', end: '2026-11-21', list: [...list], total: list.length },
  });
}

export function answerExplanation(server: ContractServer, more: Partial<ExplanationData> = {}) {
  server.answer('v2.energy-explanation', { data: explanationData(more) });
  server.answer('v2.energy-overrides', { data: { list: [] } });
  answerEstimates(server);
}
