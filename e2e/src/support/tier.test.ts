import { expect, it } from 'vitest';
import { turnOf } from './tier.ts';

const NAMES = Array.from({ length: 60 }, (_, index) => `screen-${index}`);

it.each([2, 4, 6])(
  'turnOf gives each name every one of %i turns exactly once within as many days',
  (turns) => {
    for (const name of NAMES) {
      const days = Array.from({ length: turns }, (_, day) => turnOf(name, turns, 20_780 + day));
      expect(new Set(days)).toEqual(new Set(Array.from({ length: turns }, (_, turn) => turn)));
    }
  },
);

it.each([2, 4, 6])('turnOf distributes names almost evenly over %i turns', (turns) => {
  const counts = Array.from({ length: turns }, () => 0);
  for (const name of NAMES) counts[turnOf(name, turns, 20_780)]! += 1;
  for (const count of counts) expect(count).toBeGreaterThan(NAMES.length / turns / 3);
});

it('turnOf gives a name the same turn in every release', () => {
  expect(NAMES.slice(0, 4).map((name) => turnOf(name, 6, 20_780))).toEqual([4, 3, 2, 1]);
});
