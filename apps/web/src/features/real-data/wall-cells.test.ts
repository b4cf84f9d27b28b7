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
  ])('%i on %i x %i are arranged in %i columns', (cells, width, height, columns) => {
    expect(roomColumns(cells, width, height)).toBe(columns);
  });
});

describe('equality of cell lists', () => {
  it.each([
    ['a copy', [cell('A'), cell('B')], true],
    ['a different order', [b, a], false],
    ['an additional cell', [a, b, c], false],
    ['a different limit', [a, { ...b, high: 253 }], false],
    ['a different quantity', [a, { ...b, quantity: 'currentA' as const }], false],
  ])('compares the cells A and B with %s', (_case, other, isSame) => {
    expect(isSameWall([a, b], other)).toBe(isSame);
  });
});
