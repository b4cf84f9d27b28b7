import { describe, expect, it } from 'vitest';
import { alarmRow } from '../../../test/answers/alarm-answers.ts';
import { liveAfter, MAX_LIVE_ROWS } from './live-order.ts';

const rows = [
  alarmRow({ id: 5, priority: 1, opened_at: 1_000 }),
  alarmRow({ id: 4, priority: 2, opened_at: 3_000 }),
  alarmRow({ id: 3, priority: 2, opened_at: 2_000 }),
];
const list = { rows, total: 3 };
const ids = (of: { rows: readonly { id: number }[] }) => of.rows.map(({ id }) => id);

describe('the live alarm list', () => {
  it('sorts a new alarm by its priority, then by its time', () => {
    const urgent = alarmRow({ id: 9, priority: 1, opened_at: 500 });
    const after = liveAfter(list, { change: 'opened', alarm: urgent, ts: 0 });
    expect(ids(after)).toEqual([5, 9, 4, 3]);
    expect(after.total).toBe(4);
    const late = alarmRow({ id: 9, priority: 2, opened_at: 2_500 });
    expect(ids(liveAfter(list, { change: 'opened', alarm: late, ts: 0 }))).toEqual([5, 4, 9, 3]);
    const last = alarmRow({ id: 9, priority: 4, opened_at: 9_000 });
    expect(ids(liveAfter(list, { change: 'opened', alarm: last, ts: 0 }))).toEqual([5, 4, 3, 9]);
  });

  it('updates a row in place and counts it once', () => {
    const again = alarmRow({ id: 4, priority: 2, opened_at: 3_000, count: 7 });
    for (const change of ['changed', 'opened'] as const) {
      const after = liveAfter(list, { change, alarm: again, ts: 0 });
      expect(ids(after)).toEqual([5, 4, 3]);
      expect(after.rows[1]?.count).toBe(7);
      expect(after.total).toBe(3);
    }
  });

  it.each(['ended', 'deleted'] as const)('removes an alarm that is %s', (change) => {
    const alarm = alarmRow({ id: 4, ended_at: change === 'ended' ? 5_000 : null });
    expect(liveAfter(list, { change, alarm, ts: 0 })).toMatchObject({ total: 2 });
    expect(ids(liveAfter(list, { change, alarm, ts: 0 }))).toEqual([5, 3]);
    const foreign = alarmRow({ id: 77, ended_at: 5_000 });
    expect(liveAfter(list, { change, alarm: foreign, ts: 0 })).toBe(list);
  });

  it('removes an alarm that was handled after it had ended', () => {
    const alarm = alarmRow({ id: 4, handled: true, ended_at: 5_000 });
    expect(ids(liveAfter(list, { change: 'changed', alarm, ts: 0 }))).toEqual([5, 3]);
  });

  it('is limited to a maximum number of rows in an alarm storm', () => {
    let storm = { rows: [], total: 0 } as Parameters<typeof liveAfter>[0];
    for (let id = 1; id <= MAX_LIVE_ROWS + 50; id += 1) {
      const alarm = alarmRow({ id, priority: 2, opened_at: id });
      storm = liveAfter(storm, { change: 'opened', alarm, ts: 0 });
    }
    expect(storm.rows).toHaveLength(MAX_LIVE_ROWS);
    expect(storm.total).toBe(MAX_LIVE_ROWS + 50);
    expect(storm.rows[0]?.id).toBe(MAX_LIVE_ROWS + 50);
  });
});
