import { expect, it } from 'vitest';
import { untilMidnight } from './pass-midnight.ts';

it.each([
  ['Asia/Shanghai', '2026-11-20T15:59:59.250Z', 750],
  ['Asia/Shanghai', '2026-11-20T16:00:00.000Z', 86_400_000],
  ['Europe/Paris', '2026-11-20T22:00:00.000Z', 3_600_000],
])('untilMidnight counts the milliseconds to midnight in %s at %s', (zone, now, left) => {
  expect(untilMidnight(Date.parse(now), zone)).toBe(left);
});
