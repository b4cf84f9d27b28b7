/** Energies of days before and after a recomputation. */
import { expect, it } from 'vitest';
import { ChannelDays } from './channel-days.ts';

/** Noon and the evening of 2026-11-02 in Shanghai. */
const NOON = Date.UTC(2026, 10, 2, 4);
const EVENING = NOON + 8 * 3_600_000;
const TOTAL_AND_EXPORT = '101000';

function days() {
  return new ChannelDays('Asia/Shanghai');
}

it('a day without any register of an energy loses it, except the billed one', () => {
  const some = days();
  some.add(NOON, TOTAL_AND_EXPORT, { activeTotal: 1 }, true, true);
  some.add(EVENING, TOTAL_AND_EXPORT, { activeExport: 1 }, true, false);
  expect(some.lost).toEqual([]);
  const all = days();
  all.add(NOON, TOTAL_AND_EXPORT, { reactiveImport: 1 }, true, false);
  expect(all.lost).toEqual([{ day: '2026-11-02', channel: 'activeExport' }]);
});

it('a day must keep one billed register if it had one', () => {
  const one = days();
  one.add(NOON, TOTAL_AND_EXPORT, { activeTotal: 1 }, true, true);
  one.add(EVENING, TOTAL_AND_EXPORT, undefined, true, false);
  expect(one.hasUnbilledDay).toBe(false);
  const none = days();
  none.add(NOON, TOTAL_AND_EXPORT, undefined, true, false);
  expect(none.hasUnbilledDay).toBe(true);
  none.keep(EVENING);
  expect(none.hasUnbilledDay).toBe(false);
  expect(none.lost).toEqual([]);
  const before = days();
  before.add(NOON, null, undefined, false, false);
  expect(before.hasUnbilledDay).toBe(false);
});
