import type { CommandMessage } from '@busbar/contract/realtime';
import { describe, expect, it } from 'vitest';
import { CODE, type DeviceData, deviceData } from '../../../test/answers/device-answers.ts';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import { deviceAfterEvent } from './device-after-event.ts';
import { type DeviceAnswer, toDeviceDetail } from './device-detail.ts';

const SLAVE = `${CODE}-3`;
const LOCK = { user_id: 8, user_name: 'otto', reason: 'Permit 9', until: null, at: 40 };
const of = { deviceId: 11, deviceCode: CODE };

const answer = (more: Partial<DeviceData> = {}): DeviceAnswer => ({
  msg: 'ok',
  data: deviceData({
    variable: { ts: 1_000, values: { insP: 5 } },
    status: 'switch:closeByCommand',
    status_at: 10,
    ...more,
  }),
});

/** A switch report of the device; the position began at `ts`. */
const report = (status: string, ts: number, lock: CommandMessage['lock'] = null) =>
  ({
    ...of,
    type: 'REMOTE_CONTROL',
    status: `switch:${status}`,
    command: { command_id: null, state: null, switch: null, reason: null, msg: null, ts, lock },
  }) as const;

/** An event with a command's state; an ended command's event also contains the switch position. */
function command(id: string, state: string, times: Record<string, number>, more = {}) {
  const message = { command_id: id, state, switch: 'open', reason: null, msg: null, ts: 0, times };
  return { ...of, type: 'COMMAND', command: { ...message, ...more } } as const;
}
const ended = (id: string, state: string, times: Record<string, number>, at: number) =>
  ({
    ...of,
    type: 'REMOTE_CONTROL',
    status: 'switch:openByCommand',
    command: { ...command(id, state, times).command, ts: at },
  }) as const;

const after = (before: DeviceAnswer, ...events: RealtimeEvent[]): DeviceAnswer =>
  events.reduce((shown, event) => deviceAfterEvent(shown, event) ?? shown, before);
const shown = (before: DeviceAnswer, ...events: RealtimeEvent[]) => {
  const { action, actionAt, command: last } = toDeviceDetail(after(before, ...events).data);
  return { action, actionAt, id: last?.id, state: last?.state };
};

describe('a device after an event', () => {
  it('has the newer reading with its load, and its time as the time last seen', () => {
    const reading = { ts: 2_000, dateTime: '2026-11-20 10:00:00', insP: 7.5, volPa: 230 };
    const { data } = after(answer({ heard_at: 1_500 }), { ...of, type: 'VARIABLE', reading });
    expect(data.variable).toEqual({ ts: 2_000, values: { insP: 7.5, volPa: 230 } });
    expect(data.ins_p_history).toBe(7.5);
    expect(data.heard_at).toBe(2_000);
  });

  it('ignores a reading that is older than the displayed one or is from another device', () => {
    const before = answer();
    const reading = { ts: 999, dateTime: '', insP: 7.5 };
    expect(deviceAfterEvent(before, { ...of, type: 'VARIABLE', reading })).toBe(before);
    const other = { deviceId: 12, deviceCode: 'B000000001' };
    const newer = { ts: 5_000, dateTime: '', insP: 7.5 };
    expect(deviceAfterEvent(before, { ...other, type: 'VARIABLE', reading: newer })).toBe(before);
  });

  it('is the same object after a repeated event', () => {
    const presence = { presence: 'late', csq: 5, heard_at: 30, ts: 40 };
    const event = { ...of, type: 'PRESENCE', presence } as const;
    const once = after(answer(), event);
    expect(once.data).toMatchObject({ presence: 'late', online: false, csq: 5, heard_at: 30 });
    expect(deviceAfterEvent(once, event)).toBe(once);
  });

  it('has the active alarms, and none after the last one has ended', () => {
    const standing = {
      type: 'overVoltage',
      kind: 'alarm',
      since: 7,
      value: 281.2,
      peak: 281.2,
      limit: 275,
      phase: 'A',
      detail: '',
      facts: {},
    } as const;
    const alarmEvent = (alarms: readonly (typeof standing)[]) =>
      ({ ...of, type: 'ALARM', alarms: { alarms, ts: 8 } }) as const;
    const raised = after(answer(), alarmEvent([standing]));
    expect(toDeviceDetail(raised.data).alarms).toEqual([standing]);
    expect(toDeviceDetail(after(raised, alarmEvent([])).data).alarms).toEqual([]);
  });

  it('has no state that the device did not report', () => {
    expect(toDeviceDetail(answer({ status: 'switch:' }).data).action).toBeUndefined();
    expect(toDeviceDetail(answer({ status: 'switch:newWord' }).data).action).toBeUndefined();
    expect(toDeviceDetail(answer({ presence: 'newWord' }).data).presence).toBe('offline');
    expect(shown(answer(), report('newWord', 20)).action).toBeUndefined();
    expect(shown(answer(), report('', 20)).action).toBe('closeByCommand');
  });

  it('treats a command state of a newer server as unknown', () => {
    const last = { id: 'x', switch: 'open', state: 'newState', reason: null, times: {} };
    expect(toDeviceDetail(answer({ command: last }).data).command?.state).toBe('unknown');
  });
});

describe('the lock of a device after an event', () => {
  it('is the lock in the report, and ends with the next position', () => {
    const locked = after(answer(), report('lockByCommand', 50, LOCK));
    expect(locked.data).toMatchObject({ status: 'switch:lockByCommand', lock: LOCK });
    expect(after(locked, report('openByCommand', 60)).data.lock).toBeNull();
  });

  it('is requested from the server if the event does not contain it', () => {
    const event = { ...ended('c', 'confirmed', { queued: 1 }, 50), status: 'switch:lockByCommand' };
    expect(deviceAfterEvent(answer(), event)).toBeUndefined();
    const locked = answer({ status: 'switch:lockByCommand', status_at: 50, lock: LOCK });
    expect(deviceAfterEvent(locked, event)?.data.lock).toBe(LOCK);
  });

  it('leaves the permitted commands of the new position to the interlock table', () => {
    const before = answer({ allowed: { open: true, close: false, lock: true, unlock: false } });
    expect(after(before, report('openByCommand', 60)).data.allowed.close).toBe(true);
    expect(after(before, report('closeByCommand', 10)).data.allowed.close).toBe(false);
  });
});

describe('a gateway with its slaves after an event', () => {
  it('changes the slave’s object and leaves the other objects unchanged', () => {
    const slaves = [deviceData({ device_code: SLAVE, status_at: 10 }), deviceData()];
    const before: DeviceAnswer = { msg: '', data: { ...deviceData({ device_code: 'G' }), slaves } };
    const event = { ...report('openByManual', 20), deviceCode: SLAVE };
    const { data } = after(before, event);
    expect(data.slaves?.[0]).toMatchObject({ status: 'switch:openByManual', status_at: 20 });
    expect(data.slaves?.[1]).toBe(slaves[1]);
    expect(deviceAfterEvent(before, { ...event, deviceCode: 'another' })).toBe(before);
  });
});

describe('command and position after events in any order', () => {
  const queued = command('c1', 'queued', { queued: 20 });
  const sent = command('c1', 'sent', { queued: 20, sent: 21 });
  const times = { queued: 20, sent: 21, acknowledged: 22, confirmed: 24 };
  const confirmed = command('c1', 'confirmed', times);
  const moved = report('openByCommand', 23);
  const end = ended('c1', 'confirmed', times, 23);
  const next = command('c2', 'queued', { queued: 30 });
  const closed = { action: 'closeByCommand', actionAt: 10 };
  const open = { action: 'openByCommand', actionAt: 23 };

  it.each<[string, RealtimeEvent[], object]>([
    ['a queued command is not the position', [queued], { ...closed, id: 'c1', state: 'queued' }],
    ['a sent command is not the position', [queued, sent], { ...closed, id: 'c1', state: 'sent' }],
    [
      'a confirmed command without a report is not the position',
      [queued, confirmed],
      { ...closed, id: 'c1', state: 'confirmed' },
    ],
    ['a report does not end a command', [sent, moved], { ...open, id: 'c1', state: 'sent' }],
    ['in order', [queued, sent, moved, confirmed, end], { ...open, id: 'c1', state: 'confirmed' }],
    ['reversed', [end, confirmed, moved, sent, queued], { ...open, id: 'c1', state: 'confirmed' }],
    [
      'each twice',
      [queued, queued, sent, sent, moved, moved, end, end],
      { ...open, id: 'c1', state: 'confirmed' },
    ],
    [
      'the answer of the call after the events',
      [queued, sent, queued],
      { ...closed, id: 'c1', state: 'sent' },
    ],
    [
      'the answer of the call without a time before the events',
      [command('c1', 'queued', {}), sent],
      { ...closed, id: 'c1', state: 'sent' },
    ],
    [
      'an earlier command after the answer of the call without a time',
      [command('c2', 'queued', {}), end],
      { ...open, id: 'c2', state: 'queued' },
    ],
    ['two commands', [end, next], { ...open, id: 'c2', state: 'queued' }],
    ['two commands, swapped', [next, end], { ...open, id: 'c2', state: 'queued' }],
    [
      'the end of another command late',
      [next, command('c1', 'cancelled', { queued: 20, cancelled: 29 })],
      { ...closed, id: 'c2', state: 'queued' },
    ],
    [
      'a command of another user whose first steps were not received',
      [end, command('c2', 'sent', { queued: 30, sent: 31 })],
      { ...open, id: 'c2', state: 'sent' },
    ],
    [
      'an unknown outcome, then its late confirmation',
      [sent, command('c1', 'unknown', { queued: 20, sent: 21, unknown: 22 }), end],
      { ...open, id: 'c1', state: 'confirmed' },
    ],
    [
      'an unknown outcome after a late reply',
      [command('c1', 'unknown', { queued: 20, unknown: 22 }), sent],
      { ...closed, id: 'c1', state: 'unknown' },
    ],
    [
      'a second end',
      [end, command('c1', 'rejected', { ...times, rejected: 25 })],
      { ...open, id: 'c1', state: 'confirmed' },
    ],
    [
      'a late report of an earlier position',
      [report('openByManual', 40), moved],
      { action: 'openByManual', actionAt: 40 },
    ],
    [
      'the end of a command after the switch has moved on',
      [report('closeByManual', 40), end],
      { action: 'closeByManual', actionAt: 40, state: 'confirmed' },
    ],
    [
      'a read request to the device',
      [end, command('c3', 'queued', { queued: 50 }, { switch: null })],
      { ...open, id: 'c1', state: 'confirmed' },
    ],
  ])('%s', (_name, events, expected) => {
    expect(shown(answer(), ...events)).toMatchObject(expected);
  });

  it('have the times of all steps, whichever events arrived', () => {
    const steps = (...events: RealtimeEvent[]) => after(answer(), ...events).data.command?.times;
    expect(steps(queued, end)).toEqual(times);
    expect(steps(command('c1', 'queued', {}), queued)).toEqual({ queued: 20 });
  });

  it('have the reason why the command ended', () => {
    const rejected = command('c1', 'rejected', { rejected: 23 }, { reason: 'locked-by-mechanism' });
    const { data } = after(answer(), sent, rejected);
    expect(toDeviceDetail(data).command?.reason).toBe('locked-by-mechanism');
  });
});
