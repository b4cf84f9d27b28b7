import { describe, expect, it } from 'vitest';
import { roomColumns } from './use-room-columns.ts';
import { isSameWall } from './wall-cells.ts';

const cell = (device: string) => ({ device, quantity: 'voltageA' as const, low: null, high: null });
const [a, b, c] = ['A', 'B', 'C'].map(cell) as [Cell, Cell, Cell];
type Cell = ReturnType<typeof cell>;

describe('cells on full screen', () => {
  it.each([
    [1, 1_920, 1_080, 1],
    [12, 1_920, 1_080, 5],
    [60, 1_920, 1_080, 10],
    [200, 1_920, 1_080, 11],
    [200, 3_840, 2_160, 17],
    [12, 390, 844, 2],
  ])('%i on %i x %i: %i beside each other', (cells, width, height, columns) => {
    expect(roomColumns(cells, width, height)).toBe(columns);
  });
});

describe('equality of cell lists', () => {
  it.each([
    ['itself, made anew', [cell('A'), cell('B')], true],
    ['another order', [b, a], false],
    ['one more', [a, b, c], false],
    ['another limit', [a, { ...b, high: 253 }], false],
    ['another quantity', [a, { ...b, quantity: 'currentA' as const }], false],
  ])('A and B beside %s', (_case, other, isSame) => {
    expect(isSameWall([a, b], other)).toBe(isSame);
  });
});
