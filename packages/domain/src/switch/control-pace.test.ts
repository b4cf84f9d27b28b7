import { describe, expect, it } from 'vitest';
import { batchDurationMs, groupShareLimit } from './control-pace.ts';

describe('switching limit of a group', () => {
  it.each([
    ['is at least ten devices', 1, 5, 10],
    ['is ten of two hundred', 200, 5, 10],
    ['is a whole number of devices', 239, 5, 11],
    ['is a share of a large group', 1000, 5, 50],
    ['includes all devices at 100 %', 40, 100, 40],
  ] as const)('%s', (_name, size, percent, limit) => {
    expect(groupShareLimit(size, percent)).toBe(limit);
  });
});

describe('batch command', () => {
  it.each([
    ['close', 1, 0],
    ['close', 601, 600_000],
    ['open', 1000, 100_000],
    ['lock', 10, 1_000],
  ] as const)('%s of %i devices takes %i ms', (command, devices, ms) => {
    expect(batchDurationMs(command, devices)).toBe(ms);
  });
});
