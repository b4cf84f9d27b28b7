/** One spelling of an alarm type in lists, messages, filters and responses. */
import { parseAlarmTypeName, wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { ALARM_TYPES, PLATFORM_ALARM_TYPES } from '@busbar/domain/alarm/alarm-type';
import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '../../src/areas/alarms/alarm-queries.ts';
import { presentActiveAlarms, presentAlarm } from '../../src/areas/alarms/present-alarm.ts';
import { alarmRecord } from '../../src/areas/messaging/forwarding/record-queries.ts';
import { presentNotification } from '../../src/areas/messaging/notifications/present-notification.ts';
import { alarmTypeName } from '../../src/areas/messaging/notifications/render-message.ts';
import { readCatalogue } from '../../src/areas/shared/i18n/catalogues.ts';
import { translatorFor } from '../../src/areas/shared/i18n/translator.ts';
import type { BusEvents } from '../../src/bus.ts';
import { alarmFrames, alarmRowFrames } from '../../src/realtime/frames.ts';

const TYPES = [...ALARM_TYPES, ...PLATFORM_ALARM_TYPES];
const ZONE = 'Asia/Shanghai';
const ref = { customerId: 1, deviceId: 2, deviceCode: 'MT61-1', groupPath: [1] };

const messageOf = (frame: string | undefined) =>
  JSON.parse(JSON.parse(JSON.parse(frame!).info).message);

describe.each(TYPES)('the alarm type %s', (type) => {
  const cause = { value: null, peak: null, limit: null, phase: null, detail: '', facts: {} };
  const row = { ...ref, ...cause, id: 3, type, phase: '', openedAt: 0 } as unknown as AlarmRow;
  const active = { ...cause, type, kind: 'alarm', since: 0 };
  const stored = { ...active, deviceCode: '', deviceName: '', phase: '', openedAt: 0 };
  const notification = { id: 1, what: 'opened', at: 0, readAt: null, alarmId: 3, detail: stored };
  const queued = { newsId: 1, alarmId: 3, what: 'opened', at: 0, deviceCode: '', type };
  const name = type === 'electricLeakage' ? 'electric_leakage' : type;

  it('has one name in every message', () => {
    const alarms = [active] as BusEvents['alarms.changed']['alarms'];
    const [list] = alarmFrames({ ...ref, alarms, at: 0 });
    const [one] = alarmRowFrames({ ...ref, alarm: row, change: 'opened', at: 0 });
    expect({
      list: presentAlarm(row, ZONE).type,
      device: presentActiveAlarms(alarms)[0]!.type,
      ALARM: messageOf(list!.render(ZONE)).alarms[0].type,
      ALARMS: messageOf(one!.render(ZONE)).alarm.type,
      notification: presentNotification(notification).type,
      forwarding: alarmRecord({ ...queued, alarmKind: 'alarm' } as never)['type'],
      setting: wireNameOfAlarmType(type),
    }).toEqual({
      list: name,
      device: name,
      ALARM: name,
      ALARMS: name,
      notification: name,
      forwarding: name,
      setting: name,
    });
  });

  it('is accepted in both spellings', () => {
    expect([parseAlarmTypeName(name), parseAlarmTypeName(type)]).toEqual([type, type]);
  });

  it('has one label in lists and messages, and a text in mails of every language', () => {
    expect(presentNotification(notification).alarm_type).toBe(presentAlarm(row, ZONE).alarm_type);
    expect(alarmLabel(type).split(':')[0]).toBe(readCatalogue('zh', 'alarms').type[type]);
    for (const language of NOTIFICATION_LANGUAGES) {
      const name = readCatalogue(language, 'alarms').type[type];
      expect(name).toBeTruthy();
      expect(alarmTypeName(translatorFor(language), type)).toBe(name);
    }
  });
});

it('calls an alarm type of another version just an alarm in mails', () => {
  expect(alarmTypeName(translatorFor('fr'), 'earthquake')).toBe('Alarme');
});

it('labels the alarm of a dry contact with the name of the contact', () => {
  expect(alarmLabel('dryContact1', 'Door: west')).toBe('Door\uff1a west:Door\uff1a west');
  expect(alarmLabel('dryContact2')).toBe('干接点 2:Dry contact 2');
  expect(alarmLabel('lampFault', '2 lamps')).toBe('灯具故障:Lamp fault');
});
