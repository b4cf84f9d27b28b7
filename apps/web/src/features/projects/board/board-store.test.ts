import type { LampsMessage } from '@busbar/contract/realtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardRow } from '../../../../test/answers/project-answers.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';
import { boardTotals, createBoardStore, needsAttention } from './board-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lamps = (id: number, more: Partial<LampsMessage> = {}): RealtimeEvent => ({
  type: 'LAMPS',
  deviceId: id,
  deviceCode: `MT${id}`,
  check: {
    lamp_group_id: id,
    project_id: 3,
    verdict: 'failed',
    lamps_on: 18,
    failed: 2,
    measured_power: 1.8,
    expected_power: 2,
    voltage: 230,
    checked_at: 1_000,
    reading_at: 900,
    findings: { failed: 2 },
    ts: 1_000,
    ...more,
  },
});
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => boardRow({ lamp_group_id: at, device_id: at }));

describe('the board of 1,000 groups', () => {
  it('renders at most five times a second, regardless of the message rate', () => {
    const store = createBoardStore(rows(1_000));
    const drawn = vi.fn();
    store.subscribe(drawn);
    // 1,000 groups, each updated ten times within a second.
    for (let ms = 0; ms < 1_000; ms += 10) {
      for (let at = 0; at < 100; at += 1) store.take(lamps((ms + at) % 1_000, { failed: ms }));
      vi.advanceTimersByTime(10);
    }
    expect(drawn.mock.calls.length).toBeGreaterThan(3);
    expect(drawn.mock.calls.length).toBeLessThan(7);
    vi.advanceTimersByTime(1_000);
    expect(store.rows()[50]).toMatchObject({ verdict: 'failed', failed: 990 });
  });

  it('reuses the objects of unchanged rows', () => {
    const store = createBoardStore(rows(3));
    const [first, second] = store.rows();
    store.take(lamps(0));
    vi.advanceTimersByTime(0);
    expect(store.rows()[0]).not.toBe(first);
    expect(store.rows()[1]).toBe(second);
  });

  it.each([
    ['a group of another device', lamps(77), false],
    ['a group that is no longer assigned to this device', lamps(1, { lamp_group_id: 9 }), true],
  ])('ignores an event for %s', (_case, event, isOurs) => {
    const store = createBoardStore(rows(2));
    const before = store.rows();
    expect(store.take(event)).toBe(isOurs);
    vi.advanceTimersByTime(1_000);
    expect(store.rows()).toBe(before);
  });

  it('updates the switch state and the presence', () => {
    const store = createBoardStore(rows(1));
    const of = { deviceId: 0, deviceCode: 'MT0' };
    store.take({
      ...of,
      type: 'REMOTE_CONTROL',
      status: 'switch:openByCommand',
      command: { command_id: null, state: null, switch: null, reason: null, msg: null, ts: 1 },
    });
    store.take({ ...of, type: 'PRESENCE', presence: { presence: 'offline', csq: null, ts: 1 } });
    vi.advanceTimersByTime(0);
    expect(store.rows()[0]).toMatchObject({ status: 'switch:openByCommand', presence: 'offline' });
  });
});

describe('the board totals', () => {
  it('sum only groups in use and are null while no group was counted', () => {
    expect(boardTotals([boardRow({ lamps_on: null, failed: null })])).toMatchObject({
      groups: 1,
      lamps: 20,
      lampsOn: null,
      failed: null,
    });
    expect(
      boardTotals([
        boardRow({ lamps_on: 18, failed: 2, measured_power: 1.8, verdict: 'failed' }),
        boardRow({ lamps_on: null, failed: null, measured_power: 0.2 }),
        boardRow({ in_use: false, lamps_on: 5, failed: 5, verdict: 'not-in-use' }),
      ]),
    ).toMatchObject({ groups: 2, lamps: 40, lampsOn: 18, failed: 2, measuredKw: 2, attention: 1 });
  });

  it.each([
    ['good', {}, false],
    ['warming', {}, false],
    [null, {}, false],
    ['off', { dayBurning: 1 }, true],
    ['failed', { failed: 2 }, true],
    ['no-report', {}, true],
    ['offline', {}, true],
    ['a verdict of another version', {}, true],
  ] as const)('%s with %j needs attention: %s', (verdict, findings, isWanted) => {
    expect(needsAttention(boardRow({ verdict, findings }))).toBe(isWanted);
  });

  it('do not flag groups that are not in use', () => {
    expect(needsAttention(boardRow({ in_use: false, verdict: 'not-in-use' }))).toBe(false);
  });
});
