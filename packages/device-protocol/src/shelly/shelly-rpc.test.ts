import { describe, expect, it } from 'vitest';
import { SHELLY_SWITCH } from '../../test/captured-messages.ts';
import {
  encodeGetStatus,
  encodeSwitchSet,
  readComponentStatus,
  readNotification,
  readReply,
} from './shelly-rpc.ts';
import {
  hasShellyRequests,
  isShellyFilter,
  shellyRequestTopic,
  shellySource,
  shellyTopicOf,
} from './shelly-topics.ts';

const CODE = 'shellyplus1pm-a1b2c3';
const notify = (params: unknown, method = 'NotifyStatus') =>
  readNotification(JSON.stringify({ src: CODE, dst: 'x', method, params }));
const reasonOf = (read: { readonly ok: boolean; readonly rejection?: { reason: string } }) =>
  read.ok ? undefined : read.rejection?.reason;

describe('a notification of a Shelly', () => {
  it('has its time in seconds and the components that changed', () => {
    const status = { 'switch:0': { id: 0, apower: 8.9 } };
    expect(notify({ ts: 1656519645.48, ...status })).toEqual({
      ok: true,
      value: { deviceTime: 1656519645480, status },
    });
  });

  it.each([[null], [undefined]])('has no time if the device does not know it (%j)', (ts) => {
    expect(notify({ ts, sys: {} })).toEqual({
      ok: true,
      value: { deviceTime: undefined, status: { sys: {} } },
    });
  });

  it.each([['"1656519645"'], ['-1'], ['1e999'], ['1e300'], ['[1]'], ['true'], ['{}']])(
    'is rejected with the time %s',
    (ts) => {
      const text = `{"method":"NotifyStatus","params":{"ts":${ts},"switch:0":{"id":0,"apower":1}}}`;
      expect(reasonOf(readNotification(text))).toBe('bad-time');
    },
  );

  it('is without a meaning if it is an event', () => {
    const events = [{ component: 'input:0', event: 'single_push' }];
    expect(notify({ ts: 1, events }, 'NotifyEvent')).toEqual({ ok: true, value: undefined });
    expect(notify(undefined, 'Later.Method')).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['nothing', '', 'not-json'],
    ['a part', '{"method":"NotifyStatus","params":{', 'not-json'],
    ['NaN', '{"method":"NotifyStatus","params":{"ts":NaN}}', 'not-json'],
    ['a list', '[]', 'not-an-object'],
    ['a number', '7', 'not-an-object'],
    ['null', 'null', 'not-an-object'],
    ['no params', '{"method":"NotifyStatus"}', 'missing-field'],
    ['params as a list', '{"method":"NotifyStatus","params":[]}', 'missing-field'],
  ])('is rejected if it is %s', (_, text, reason) => {
    expect(reasonOf(readNotification(text))).toBe(reason);
  });

  it('is rejected if it is not UTF-8', () => {
    expect(reasonOf(readNotification(Uint8Array.of(0xff, 0xfe)))).toBe('not-utf8');
  });
});

describe('the status of a component', () => {
  it('has no time', () => {
    const text = JSON.stringify(SHELLY_SWITCH);
    expect(readComponentStatus('switch:0', text)).toEqual({
      ok: true,
      value: { deviceTime: undefined, status: { 'switch:0': SHELLY_SWITCH } },
    });
  });

  it('with the name of a property of objects is an ordinary component', () => {
    const read = readComponentStatus('__proto__', '{"id":0}');
    expect(read.ok && Object.keys(read.value?.status ?? {})).toEqual(['__proto__']);
  });
});

describe('a reply of a Shelly', () => {
  it.each([
    [
      '{"id":5,"src":"s","result":{"was_on":false}}',
      { id: 5, result: { was_on: false }, error: undefined },
    ],
    [
      '{"id":5,"error":{"code":-103,"message":"Argument \\u0007"}}',
      { id: 5, result: undefined, error: { code: -103, message: 'Argument ?' } },
    ],
    ['{"id":5,"error":{}}', { id: 5, result: undefined, error: { code: 0, message: '' } }],
  ])('%s is read', (text, value) => {
    expect(readReply(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['{"result":{}}', 'wrong-type'],
    ['{"id":"5","result":{}}', 'wrong-type'],
    ['{"id":1.5,"result":{}}', 'wrong-type'],
    ['{"id":1e300,"result":{}}', 'wrong-type'],
    ['{"id":5}', 'missing-field'],
    ['{"id":5,"result":null}', 'missing-field'],
    ['{"id":5,"result":[]}', 'missing-field'],
    ['no json', 'not-json'],
  ])('%s is rejected as %s', (text, reason) => {
    expect(reasonOf(readReply(text))).toBe(reason);
  });
});

describe('a request to a Shelly', () => {
  it('names the method, its id and where the reply is expected', () => {
    expect(JSON.parse(encodeSwitchSet(7, shellySource(CODE), true))).toEqual({
      id: 7,
      src: `${CODE}/busbar`,
      method: 'Switch.Set',
      params: { id: 0, on: true },
    });
    expect(JSON.parse(encodeGetStatus(8, shellySource(CODE)))).toEqual({
      id: 8,
      src: `${CODE}/busbar`,
      method: 'Shelly.GetStatus',
    });
    expect(shellyTopicOf(CODE, `${shellySource(CODE)}/rpc`)).toEqual({ kind: 'reply' });
  });
});

describe('the topics of a Shelly', () => {
  it.each([
    [`${CODE}/online`, { kind: 'online' }],
    [`${CODE}/events/rpc`, { kind: 'events' }],
    [`${CODE}/status/switch:0`, { kind: 'status', component: 'switch:0' }],
    [`${CODE}/debug/log`, { kind: 'other' }],
    [`${CODE}/rpc`, { kind: 'other' }],
    [`${CODE}`, undefined],
    [`${CODE}2/online`, undefined],
    [`other-device/online`, undefined],
    [`/${CODE}/online`, undefined],
    [`ep/1/${CODE}/up/data`, undefined],
    [`tele/${CODE}/SENSOR`, undefined],
    ['', undefined],
  ])('%s is %j', (topic, found) => {
    expect(shellyTopicOf(CODE, topic)).toEqual(found);
  });

  it.each([
    [shellyRequestTopic(CODE), true, true],
    [`${CODE}/#`, true, true],
    [`${CODE}/+`, true, true],
    [`${CODE}/command/switch:0`, true, false],
    ['#', false, false],
    ['+/rpc', false, false],
    ['+/#', false, false],
    [`${CODE}2/rpc`, false, false],
    [`${CODE}`, false, false],
    ['shellies/command', false, false],
    ['$share/a/x', false, false],
  ])('the filter %s is allowed: %s, with commands: %s', (filter, isAllowed, hasCommands) => {
    expect(isShellyFilter(CODE, filter)).toBe(isAllowed);
    expect(hasShellyRequests(CODE, filter)).toBe(hasCommands);
  });
});
