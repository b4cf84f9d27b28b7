import { describe, expect, it } from 'vitest';
import { DEVICE_KINDS } from '../device-type.ts';
import { isDeviceProtocol, isProtocolOfKind, protocolsOfKind } from './device-protocol.ts';

describe('the protocol of a device', () => {
  it.each([
    ['busbar', true],
    ['shelly', true],
    ['tasmota', true],
    ['Shelly', false],
    ['zigbee2mqtt', true],
    ['Zigbee2MQTT', false],
    ['constructor', false],
    ['', false],
    [1, false],
    [undefined, false],
  ])('%j is known: %s', (value, isKnown) => {
    expect(isDeviceProtocol(value)).toBe(isKnown);
  });

  it('fits every kind if it is our own, and otherwise devices without slaves or gateways', () => {
    expect(DEVICE_KINDS.filter((kind) => isProtocolOfKind('busbar', kind))).toEqual(DEVICE_KINDS);
    for (const protocol of ['shelly', 'tasmota'] as const) {
      const kinds = DEVICE_KINDS.filter((kind) => isProtocolOfKind(protocol, kind));
      expect(kinds).toEqual(['main', 'meter']);
    }
    expect(DEVICE_KINDS.filter((kind) => isProtocolOfKind('zigbee2mqtt', kind))).toEqual([
      'gateway',
    ]);
    expect(protocolsOfKind('gateway')).toEqual(['busbar', 'zigbee2mqtt']);
    expect(protocolsOfKind('dtu')).toEqual(['busbar']);
  });
});
