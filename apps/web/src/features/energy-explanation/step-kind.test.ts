import { describe, expect, it } from 'vitest';
import { atTime, explanationData, stepData } from '../../../test/explanation-answers.ts';
import { linesOf } from './line-days.ts';
import { spanParts } from './span-parts.ts';
import { alsoOf, kindOf, noteOf, registerSpans } from './step-kind.ts';

describe('a step is called', () => {
  it.each([
    ['normal', stepData(1, {}, { plain: true })],
    ['first', stepData(1, { kind: 'first', reason: 'first-reading' })],
    ['corrected', stepData(1, { kind: 'normal', reason: 'override' })],
    ['corrected', stepData(1, { kind: 'first', reason: 'override' })],
    ['glitch', stepData(1, { reason: 'glitch-between' })],
    ['glitch', stepData(1, { reason: 'returned' })],
    ['reset', stepData(1, { kind: 'reset', reason: 'awaits-next' })],
    ['impossible', stepData(1, { kind: 'impossible', reason: 'unit-slip' })],
    ['gap', stepData(1, {}, { silent_since: 0 })],
    ['long', stepData(1, {}, { estimated: 'long-step' })],
  ] as const)('%s', (kind, step) => {
    expect(kindOf(step)).toBe(kind);
  });

  it('by the register that is not plain, whichever stands first', () => {
    const plain = stepData(1, {}).registers[0]!;
    const reset = { ...plain, register: 'peak', kind: 'reset', reason: 'confirmed' };
    const other = { ...reset, register: 'valley' };
    const step = { ...stepData(1, {}), registers: [plain, reset, other] };
    expect(noteOf(step)).toBe(reset);
    expect(kindOf(step)).toBe('reset');
    expect(alsoOf(step)).toEqual(['valley']);
  });
});

it('registers go from the first base to the last value; what counts is summed exactly', () => {
  expect(registerSpans(explanationData().steps)).toEqual([
    { register: 'total', from: atTime(0), first: 1000, at: atTime(14), last: 34, counted: 54 },
  ]);
  const tenths = [1, 2, 3].map((at) => stepData(at, { base: 0, value: 0, counted: 0.1 }));
  expect(registerSpans(tenths)[0]?.counted).toBe(0.3);
});

it('lines are told with the days that move them, their parts summed to the cent', () => {
  const [line, ...others] = linesOf(explanationData());
  expect(others).toEqual([]);
  expect(line).toMatchObject({ ept: 54, fee: 17.99, first: { band: 2, price: 0.3333 } });
});

describe('a span', () => {
  it.each([
    ['2026-11-20', '2026-11-20', [['2026-11-20', '2026-11-20']]],
    // The running period ends in the future.
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
  ])('%s to %s is explained in parts of a month at most', (start, end, parts) => {
    const found = spanParts({ start, end }, '2026-11-21');
    expect(found.map((part) => [part.start, part.end])).toEqual(parts);
  });
});
