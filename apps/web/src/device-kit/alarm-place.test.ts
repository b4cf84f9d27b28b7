import { describe, expect, it } from 'vitest';
import { alarmRow } from '../../test/answers/alarm-answers.ts';
import { alarmPlace } from './alarm-place.ts';

const opened = Date.UTC(2026, 10, 21, 7, 0, 0);
const HOUR = 3_600_000;
const place = (more: Parameters<typeof alarmRow>[0], now = opened + 100 * HOUR) =>
  alarmPlace(alarmRow({ opened_at: opened, last_at: opened, ...more }), 'Asia/Shanghai', now);

describe('the link from an alarm to its time in the history', () => {
  it('covers half an hour before and after the alarm in the customer’s time zone, with its start highlighted', () => {
    expect(place({ ended_at: opened + HOUR, type: 'overVoltage' })).toEqual({
      device: '866123000010001',
      tab: 'history',
      range: 'custom',
      from: '2026-11-21 14:30:00',
      to: '2026-11-21 16:30:00',
      at: opened / 1000,
      show: 'voltage',
    });
  });

  it('covers no future time and at most one day', () => {
    expect(place({ ended_at: null }, opened + 5 * 60_000).to).toBe('2026-11-21 15:05:00');
    expect(place({ ended_at: opened + 90 * HOUR }).to).toBe('2026-11-22 15:00:00');
  });

  it('shows the quantity of the alarm type, or the default panels if the type has none', () => {
    expect(place({ type: 'overLoad' }).show).toBe('power');
    expect(place({ type: 'deviceOffline' })).not.toHaveProperty('show');
  });
});
