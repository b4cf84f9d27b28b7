import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import { fleetAfterEvent, pageAfterEvent } from './use-fleet.ts';

const fleet = {
  msg: 'ok',
  data: {
    list: [deviceRow({ device_code: 'A000000001', status_at: 80 }), deviceRow()],
    total: 2,
  },
};
const of = { deviceId: 1, deviceCode: 'A000000001' };
const presence = (value: string, csq: number | null) =>
  ({ ...of, type: 'PRESENCE', presence: { presence: value, csq, heard_at: 60, ts: 77 } }) as const;
const NO_COMMAND = {
  command_id: null,
  state: null,
  switch: null,
  reason: null,
  msg: null,
  ts: 88,
};

describe('the list of devices after an event', () => {
  it('has the reported online state and signal, and is otherwise unchanged', () => {
    const after = fleetAfterEvent(fleet, presence('late', 7))!;
    expect(after.data.list[0]).toMatchObject({
      presence: 'late',
      online: false,
      heard_at: 60,
      csq: 7,
    });
    expect(after.data.list[1]).toBe(fleet.data.list[1]);
  });

  it('retains the last signal if none was reported', () => {
    expect(fleetAfterEvent(fleet, presence('online', null))?.data.list[0]?.csq).toBe(23);
  });

  it('has the reported switch state', () => {
    const event = {
      ...of,
      type: 'REMOTE_CONTROL',
      status: 'switch:openByManual',
      command: NO_COMMAND,
    } as const;
    expect(fleetAfterEvent(fleet, event)?.data.list[0]).toMatchObject({
      status: 'switch:openByManual',
      status_at: 88,
    });
  });

  it('ignores a switch state that is older than the listed one', () => {
    const command = { ...NO_COMMAND, ts: 79 };
    const event = {
      ...of,
      type: 'REMOTE_CONTROL',
      status: 'switch:openByManual',
      command,
    } as const;
    expect(fleetAfterEvent(fleet, event)).toBe(fleet);
  });

  it('is the same object if nothing changes', () => {
    const once = fleetAfterEvent(fleet, presence('late', 7));
    expect(fleetAfterEvent(once, presence('late', 7))).toBe(once);
    const unknown = { ...presence('late', 7), deviceCode: 'elsewhere' };
    expect(fleetAfterEvent(fleet, unknown)).toBe(fleet);
  });

  it('has the load of a reading, unless the list is long', () => {
    const reading = { ts: 90, dateTime: '', insP: 4.5, curA: -12.6, curB: 3 };
    const event = { ...of, type: 'VARIABLE', reading } as const;
    const load = { load_kw: 4.5, load_percent: 20, load_at: 90 };
    const after = fleetAfterEvent(fleet, event);
    expect(after.data.list[0]).toEqual({ ...fleet.data.list[0], ...load });
    const late = { ...event, reading: { ...reading, ts: 89, insP: 1 } };
    expect(fleetAfterEvent(after, late)).toBe(after);
    const list = [...fleet.data.list, ...Array.from({ length: 500 }, () => deviceRow())];
    const long = { ...fleet, data: { list, total: 502 } };
    expect(fleetAfterEvent(long, event)).toBe(long);
    expect(pageAfterEvent(long, event).data.list[0]).toMatchObject(load);
  });
});

it('a page of devices shows when a device was last seen, regardless of the order of its readings', () => {
  const reading = (ts: number) =>
    ({ ...of, type: 'VARIABLE', reading: { ts, dateTime: '' } }) as const;
  const heardAt = fleet.data.list[0]!.heard_at!;
  const after = pageAfterEvent(fleet, reading(heardAt + 70));
  expect(after.data.list[0]).toEqual({
    ...fleet.data.list[0],
    heard_at: heardAt + 70,
    load_at: heardAt + 70,
  });
  expect(pageAfterEvent(after, reading(heardAt + 60))).toBe(after);
});
