import { describe, expect, it } from 'vitest';
import { CODE, deviceData } from '../../../test/answers/device-answers.ts';
import { deviceAfterEvent, needsReading } from './device-after-event.ts';
import { toDeviceDetail } from './device-detail.ts';

const answer = (more: Parameters<typeof deviceData>[0] = {}) => ({
  msg: 'ok',
  data: deviceData({ variable: { ts: 1_000, values: { insP: 5 } }, ...more }),
});
const of = { deviceId: 11, deviceCode: CODE };
const told = (state: string, ts: number) => ({
  command_id: 'cmd-1',
  state,
  switch: 'open',
  reason: null,
  msg: null,
  ts,
});

describe('a device after an event', () => {
  it('has the newer reading with its load', () => {
    const reading = { ts: 2_000, dateTime: '2026-11-20 10:00:00', insP: 7.5, volPa: 230 };
    const { data } = deviceAfterEvent(answer(), { ...of, type: 'VARIABLE', reading });
    expect(data.variable).toEqual({ ts: 2_000, values: { insP: 7.5, volPa: 230 } });
    expect(data.ins_p_history).toBe(7.5);
  });

  it('ignores a reading that is older than the displayed one or from another device', () => {
    const before = answer();
    const reading = { ts: 999, dateTime: '', insP: 7.5 };
    expect(deviceAfterEvent(before, { ...of, type: 'VARIABLE', reading })).toBe(before);
    const other = { deviceId: 12, deviceCode: 'B000000001' };
    const newer = { ts: 5_000, dateTime: '', insP: 7.5 };
    expect(deviceAfterEvent(before, { ...other, type: 'VARIABLE', reading: newer })).toBe(before);
  });

  it('takes position and command from one report', () => {
    const { data } = deviceAfterEvent(answer(), {
      ...of,
      type: 'REMOTE_CONTROL',
      status: 'switch:openByCommand',
      command: told('confirmed', 9),
    });
    expect(toDeviceDetail({ msg: '', data })).toMatchObject({
      action: 'openByCommand',
      actionAt: 9,
      command: { id: 'cmd-1', order: 'open', state: 'confirmed', times: { confirmed: 9 } },
    });
  });

  it('never returns to an earlier command state if events overtake each other', () => {
    const confirmed = answer({
      command: {
        id: 'cmd-1',
        switch: 'open',
        state: 'confirmed',
        reason: null,
        times: { queued: 1, sent: 2, confirmed: 3 },
      },
    });
    const late = { ...of, type: 'COMMAND', command: told('acknowledged', 4) } as const;
    expect(deviceAfterEvent(confirmed, late).data.command?.state).toBe('confirmed');
  });

  it('does not treat a read request to the device as an operation', () => {
    const before = answer({
      command: { id: 'cmd-1', switch: 'open', state: 'confirmed', reason: null, times: {} },
    });
    const command = { ...told('queued', 4), command_id: 'cmd-2', switch: null };
    const event = { ...of, type: 'COMMAND', command } as const;
    expect(deviceAfterEvent(before, event).data.command?.id).toBe('cmd-1');
    expect(needsReading(event)).toBe(false);
    expect(needsReading({ ...event, command: told('sent', 4) })).toBe(true);
  });

  it('has the active alarms, and none after the last has ended', () => {
    const standing = {
      type: 'overVoltage',
      kind: 'alarm',
      since: 7,
      value: 281.2,
      limit: 275,
      phase: 'A',
      detail: '',
    } as const;
    const told = (alarms: readonly (typeof standing)[]) =>
      ({ ...of, type: 'ALARM', alarms: { alarms, ts: 8 } }) as const;
    const after = deviceAfterEvent(answer(), told([standing]));
    expect(toDeviceDetail(after).alarms).toEqual([standing]);
    expect(toDeviceDetail(deviceAfterEvent(after, told([]))).alarms).toEqual([]);
  });

  it('has no state that the device did not report', () => {
    expect(toDeviceDetail(answer({ status: 'switch:' })).action).toBeUndefined();
    expect(toDeviceDetail(answer({ status: 'switch:newWord' })).action).toBeUndefined();
    expect(toDeviceDetail(answer({ presence: 'newWord' })).presence).toBe('offline');
  });

  it('treats a command state of a newer server as unknown', () => {
    const command = { id: 'x', switch: 'open', state: 'newState', reason: null, times: {} };
    expect(toDeviceDetail(answer({ command })).command?.state).toBe('unknown');
  });
});
