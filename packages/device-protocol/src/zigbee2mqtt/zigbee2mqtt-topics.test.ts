import { describe, expect, it } from 'vitest';
import {
  bridgeRequestTopic,
  hasZigbee2MqttCommands,
  isBridgeTopic,
  isZigbee2MqttFilter,
  zigbee2MqttTopicOf,
  zigbeeGetTopic,
  zigbeeSetTopic,
} from './zigbee2mqtt-topics.ts';

const CODE = 'zigbee-bridge-01';

describe('the topics of a Zigbee2MQTT bridge', () => {
  it.each([
    ['bridge/state', { kind: 'bridge-state' }],
    ['bridge/info', { kind: 'bridge-info' }],
    ['bridge/devices', { kind: 'bridge-devices' }],
    ['bridge/response/health_check', { kind: 'health' }],
    ['bridge/logging', { kind: 'other' }],
    ['bridge/availability', { kind: 'other' }],
    ['kitchen/plug', { kind: 'device', name: 'kitchen/plug' }],
    ['kitchen/plug/availability', { kind: 'availability', name: 'kitchen/plug' }],
    ['bridge', { kind: 'device', name: 'bridge' }],
    ['', { kind: 'other' }],
  ])('%j is %j', (rest, found) => {
    expect(zigbee2MqttTopicOf(CODE, `${CODE}/${rest}`)).toEqual(found);
  });

  it.each([
    CODE,
    `${CODE}2/bridge/state`,
    'other-device/plug',
    `x/${CODE}/plug`,
    '',
    'zigbee2mqtt/plug',
  ])('%j is not one of them', (topic) => {
    expect(zigbee2MqttTopicOf(CODE, topic)).toBeUndefined();
  });

  it('have large messages only about the bridge', () => {
    expect(isBridgeTopic(CODE, `${CODE}/bridge/devices`)).toBe(true);
    expect(isBridgeTopic(CODE, `${CODE}/plug`)).toBe(false);
  });

  it.each([
    [`${CODE}/#`, true, true],
    [`${CODE}/+/set`, true, false],
    [`${CODE}/bridge/request/#`, true, false],
    ['#', false, false],
    ['+/bridge/state', false, false],
    [`${CODE}2/#`, false, false],
    [CODE, false, false],
  ])('the filter %s is allowed: %s, with commands: %s', (filter, isAllowed, hasCommands) => {
    expect(isZigbee2MqttFilter(CODE, filter)).toBe(isAllowed);
    expect(hasZigbee2MqttCommands(CODE, filter)).toBe(hasCommands);
  });

  it('name a device by its address', () => {
    expect(zigbeeSetTopic(CODE, '0x0017880104e45524')).toBe(`${CODE}/0x0017880104e45524/set`);
    expect(zigbeeGetTopic(CODE, '0x0017880104e45524')).toBe(`${CODE}/0x0017880104e45524/get`);
    expect(bridgeRequestTopic(CODE, 'options')).toBe(`${CODE}/bridge/request/options`);
  });
});
