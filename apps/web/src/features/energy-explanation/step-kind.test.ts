import { describe, expect, it } from 'vitest';
import { atTime, explanationData, stepData } from '../../../test/answers/explanation-answers.ts';
import { linesOf } from './line-days.ts';
import { spanParts } from './span-parts.ts';
import { alsoOf, condensed, kindOf, noteOf, registerSpans } from './step-kind.ts';

describe('the kind of a step', () => {
  it.each([
    ['normal', stepData(1, {}, { plain: true })],
    ['normal', stepData(1, { reason: 'awaits-bands' })],
    ['first', stepData(1, { kind: 'first', reason: 'first-reading' })],
    ['corrected', stepData(1, { kind: 'normal', reason: 'override' })],
    ['corrected', stepData(1, { kind: 'first', reason: 'override' })],
    ['glitch', stepData(1, { reason: 'glitch-between' })],
    ['glitch', stepData(1, { reason: 'returned' })],
    ['reset', stepData(1, { kind: 'reset', reason: 'awaits-next' })],
    ['impossible', stepData(1, { kind: 'impossible', reason: 'unit-slip' })],
    ['gap', stepData(1, {}, { silent_since: 0 })],
    ['long', stepData(1, {}, { estimated: 'long-step' })],
  ] as const)('is %s', (kind, step) => {
    expect(kindOf(step)).toBe(kind);
  });

  it('is that of the register that is not plain, regardless of the order of the registers', () => {
    const plain = stepData(1, {}).registers[0]!;
    const reset = { ...plain, register: 'peak', kind: 'reset', reason: 'confirmed' };
    const other = { ...reset, register: 'valley' };
    const step = { ...stepData(1, {}), registers: [plain, reset, other] };
    expect(noteOf(step)).toBe(reset);
    expect(kindOf(step)).toBe('reset');
    expect(alsoOf(step)).toEqual(['valley']);
  });
});

it('register spans run from the first base to the last value', () => {
  expect(registerSpans(explanationData().steps)).toEqual([
    { register: 'total', from: atTime(0), first: 1000, at: atTime(14), last: 34 },
  ]);
});

it('consecutive gaps are merged unless another step is between them', () => {
  const silence = (at: number) => stepData(at, {}, { silent_since: at - 1 });
  const reset = stepData(4, { kind: 'reset', reason: 'confirmed' }, { silent_since: 3 });
  const long = stepData(6, {}, { silent_since: 6 - 7_200_001 });
  const steps = [silence(1), silence(2), silence(3), reset, silence(5), long, silence(7)];
  expect(condensed(steps).map(({ length }) => length)).toEqual([3, 1, 1, 1, 1]);
});

it('lines contain the days with their energy, and the shares of the days add up exactly', () => {
  const [line, ...others] = linesOf(explanationData());
  expect(others).toEqual([]);
  expect(line).toMatchObject({ ept: 54, fee: 17.99, first: { band: 2, price: 0.3333 } });
});

describe('a span', () => {
  it.each([
    ['2026-11-20', '2026-11-20', [['2026-11-20', '2026-11-20']]],
    // The current period ends in the future.
    ['2026-11-15', '2026-12-14', [['2026-11-15', '2026-11-21']]],
    ['2026-10-01', '2026-10-31', [['2026-10-01', '2026-10-31']]],
    [
      '2026-10-01',
      '2026-11-12',
      [
        ['2026-10-13', '2026-11-12'],
        ['2026-10-01', '2026-10-12'],
      ],
    ],
    ['2026-12-01', '2026-12-31', [['2026-12-01', '2026-12-01']]],
  ])('from %s to %s is split into sections of at most one month', (start, end, parts) => {
    const found = spanParts({ start, end }, '2026-11-21');
    expect(found.map((part) => [part.start, part.end])).toEqual(parts);
  });
});
