import { describe, expect, it } from 'vitest';
import {
  ZIGBEE_BREAKER,
  ZIGBEE_BUTTON,
  ZIGBEE_OTHERS,
  ZIGBEE_PLUG,
} from '../../test/captured-messages.ts';
import {
  isOnlinePayload,
  readBridgeDevices,
  readBridgeInfo,
  transactionOf,
} from './zigbee-bridge.ts';
import { definitionOfExposes } from './zigbee-exposes.ts';
import { MAX_BRIDGE_BYTES } from './zigbee2mqtt-topics.ts';

const devicesIn = (list: unknown) => {
  const read = readBridgeDevices(JSON.stringify(list));
  if (!read.ok) throw new Error(read.rejection.detail);
  return read.value;
};
const infoIn = (config: unknown) => {
  const read = readBridgeInfo(JSON.stringify({ config }));
  if (!read.ok) throw new Error(read.rejection.detail);
  return read.value;
};

describe('the devices of a bridge', () => {
  const { names, devices } = devicesIn([
    ...ZIGBEE_OTHERS,
    ZIGBEE_BUTTON,
    ZIGBEE_PLUG,
    ZIGBEE_BREAKER,
  ]);

  it('are those that can be read or switched', () => {
    expect(devices.map(({ ieeeAddress, name }) => [ieeeAddress, name])).toEqual([
      ['0x0017880104e45524', 'power_plug'],
      ['0xe0798dfffe0eb6bd', '0xe0798dfffe0eb6bd'],
    ]);
  });

  it('have names, also if they are neither', () => {
    expect([...names.values()]).toEqual([
      'Coordinator',
      'my_sensor',
      'button',
      'power_plug',
      '0xe0798dfffe0eb6bd',
    ]);
  });

  it.each([
    ['is not supported', { supported: false }],
    ['is disabled', { disabled: true }],
    ['is a coordinator', { type: 'Coordinator' }],
    ['has no definition', { definition: null }],
    ['has no properties', { definition: {} }],
    ['has an unreadable address', { ieee_address: '0x17' }],
    ['has an address in capitals', { ieee_address: '0x0017880104E45524' }],
    ['has no name', { friendly_name: undefined }],
    ['has a wildcard as name', { friendly_name: '+' }],
  ])('are without one that %s', (_, change) => {
    expect(devicesIn([{ ...ZIGBEE_PLUG, ...change }]).devices).toEqual([]);
  });

  it('are not switched if they may sleep, because a command would wait until they wake', () => {
    const [asleep] = devicesIn([{ ...ZIGBEE_PLUG, type: 'EndDevice' }]).devices;
    expect(definitionOfExposes(asleep!.exposes)).toMatchObject({
      output: undefined,
      counted: [{ register: 'activeTotal' }],
    });
  });

  it.each([
    ['no list', '{}', 'not-an-object'],
    ['no JSON', '[', 'not-json'],
    ['more than 1 MiB', ' '.repeat(MAX_BRIDGE_BYTES + 1), 'too-large'],
  ])('are rejected if the message is %s', (_, payload, reason) => {
    expect(readBridgeDevices(payload)).toMatchObject({ ok: false, rejection: { reason } });
  });
});

describe('the settings of a bridge', () => {
  const plug = '0x0017880104e45524';
  const breaker = '0xe0798dfffe0eb6bd';

  it.each([
    ['for all', { optimistic: false }, {}, [plug, breaker]],
    ['for one', {}, { optimistic: false }, [plug]],
    ['for all but one', { optimistic: false }, { optimistic: true }, [breaker]],
    ['for none', {}, {}, []],
    ['as a text', { optimistic: 'false' }, {}, []],
  ])('name the devices that report their position, set %s', (_, common, own, reporting) => {
    const devices = { [plug]: { friendly_name: 'power_plug', ...own }, [breaker]: {} };
    const read = infoIn({ device_options: common, devices });
    expect([...read.reporting]).toEqual(reporting);
    expect([...read.names]).toEqual([
      [plug, 'power_plug'],
      [breaker, breaker],
    ]);
  });

  it('may name no device', () => {
    expect(infoIn({})).toEqual({ names: new Map(), reporting: new Set() });
    expect(infoIn({ devices: { constructor: {}, [plug]: 7 } }).names.size).toBe(0);
  });

  it('are rejected without a configuration', () => {
    expect(readBridgeInfo('{"version":"2.14.1"}').ok).toBe(false);
    expect(readBridgeInfo('7').ok).toBe(false);
  });
});

describe('the state of a bridge', () => {
  it.each([
    ['{"state":"online"}', true],
    ['online', true],
    ['{"state":"offline"}', false],
    ['offline', false],
    ['{"state":"on"}', undefined],
    ['', undefined],
    ['{}', undefined],
  ])('%j is online: %s', (payload, isOnline) => {
    expect(isOnlinePayload(payload)).toBe(isOnline);
    expect(isOnlinePayload(Buffer.from(payload))).toBe(isOnline);
  });
});

describe('the response of a bridge', () => {
  it.each([
    ['{"data":{"healthy":true},"status":"ok","transaction":"c-1"}', 'c-1'],
    ['{"data":{},"status":"error","error":"x","transaction":"c-1"}', undefined],
    ['{"data":{"healthy":true},"status":"ok"}', undefined],
    ['{"status":"ok","transaction":7}', undefined],
    ['', undefined],
  ])('%s is that to %s', (payload, transaction) => {
    expect(transactionOf(payload)).toBe(transaction);
  });
});
