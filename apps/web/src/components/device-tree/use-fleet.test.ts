import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import { afterEvent } from './use-fleet.ts';

const fleet = {
  msg: 'ok',
  data: { list: [deviceRow({ device_code: 'A000000001' }), deviceRow()], total: 2 },
};
const of = { deviceId: 1, deviceCode: 'A000000001' };
const presence = (word: string, csq: number | null) =>
  ({ ...of, type: 'PRESENCE', presence: { presence: word, csq, ts: 77 } }) as const;
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
    const after = afterEvent(fleet, presence('late', 7))!;
    expect(after.data.list[0]).toMatchObject({
      presence: 'late',
      online: false,
      heard_at: 77,
      csq: 7,
    });
    expect(after.data.list[1]).toBe(fleet.data.list[1]);
  });

  it('retains the last signal if none was reported', () => {
    expect(afterEvent(fleet, presence('online', null))?.data.list[0]?.csq).toBe(23);
  });

  it('has the reported switch state', () => {
    const event = {
      ...of,
      type: 'REMOTE_CONTROL',
      status: 'switch:openByManual',
      command: NO_COMMAND,
    } as const;
    expect(afterEvent(fleet, event)?.data.list[0]).toMatchObject({
      status: 'switch:openByManual',
      status_at: 88,
    });
  });

  it('is the same object if nothing changes', () => {
    const once = afterEvent(fleet, presence('late', 7));
    expect(afterEvent(once, presence('late', 7))).toBe(once);
    const unknown = { ...presence('late', 7), deviceCode: 'elsewhere' };
    expect(afterEvent(fleet, unknown)).toBe(fleet);
    const reading = { ...of, type: 'VARIABLE', reading: { ts: 1, dateTime: '' } } as const;
    expect(afterEvent(fleet, reading)).toBe(fleet);
  });
});
