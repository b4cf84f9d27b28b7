import { expect, it } from 'vitest';
import { seededRandom } from '../demand/seeded-noise.ts';
import { nothingShown, shownAfter } from './register-shown.ts';

const DAY_MS = 86_400_000;

it('counts exactly the consumption since a reading that is one to two weeks old', () => {
  const random = seededRandom(3);
  for (let run = 0; run < 200; run += 1) {
    const stepMs = DAY_MS * (run % 2 === 0 ? 0.3 : 3);
    let at = Math.floor(random() * 1e12);
    const seen = [{ at, wh: 0 }];
    let shown = nothingShown(at);
    for (let i = 0; i < 60; i += 1) {
      const [from, wh] = [at, Math.floor(random() * 1000)];
      at += 1 + Math.floor(random() * stepMs);
      shown = shownAfter(shown, from, at, wh);
      seen.push({ at, wh });
      const since = seen.findIndex((one) => one.at === shown.since);
      expect(since).toBeGreaterThanOrEqual(0);
      expect(shown.wh).toBe(seen.slice(since + 1).reduce((sum, one) => sum + one.wh, 0));
      expect(since === 0 || at - shown.since >= 7 * DAY_MS).toBe(true);
      expect(at - shown.since).toBeLessThan(14 * DAY_MS + 2 * stepMs);
    }
  }
});
