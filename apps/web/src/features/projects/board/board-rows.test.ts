import type { LampsMessage } from '@busbar/contract/realtime';
import { describe, expect, it } from 'vitest';
import { boardData, boardRow } from '../../../../test/answers/project-answers.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';
import { boardAfterEvent, boardTotals, needsAttention } from './board-rows.ts';

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

describe('the board after an event', () => {
  const board = (count: number) => ({ msg: '', data: boardData(rows(count)) });
  const after = (count: number, ...events: RealtimeEvent[]) =>
    events.reduce((shown, event) => boardAfterEvent(shown, event) ?? shown, board(count)).data.list;

  it('contains the check of the event and reuses the objects of unchanged rows', () => {
    const before = board(3);
    const list = boardAfterEvent(before, lamps(0))?.data.list;
    expect(list?.[0]).toMatchObject({ verdict: 'failed', failed: 2 });
    expect(list?.[1]).toBe(before.data.list[1]);
  });

  it.each([
    ['a group of another device', lamps(77)],
    ['a group that is no longer assigned to this device', lamps(1, { lamp_group_id: 9 })],
  ])('ignores an event for %s', (_case, event) => {
    const before = board(2);
    expect(boardAfterEvent(before, event)).toBe(before);
  });

  it('updates the switch state and the presence', () => {
    const of = { deviceId: 0, deviceCode: 'MT0' };
    const command = { command_id: null, state: null, switch: null, reason: null, msg: null, ts: 1 };
    const presence = { presence: 'offline', csq: null, heard_at: 1, ts: 1 };
    expect(
      after(
        1,
        { ...of, type: 'REMOTE_CONTROL', status: 'switch:openByCommand', command },
        { ...of, type: 'PRESENCE', presence },
      )[0],
    ).toMatchObject({ status: 'switch:openByCommand', presence: 'offline' });
  });
});

describe('the board totals', () => {
  it('include only groups in use and are null while no group was counted', () => {
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
  ] as const)('flag the verdict %s with findings %j: %s', (verdict, findings, isWanted) => {
    expect(needsAttention(boardRow({ verdict, findings }))).toBe(isWanted);
  });

  it('do not flag groups that are not in use', () => {
    expect(needsAttention(boardRow({ in_use: false, verdict: 'not-in-use' }))).toBe(false);
  });
});
