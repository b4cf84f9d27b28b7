import { DEVICE_PROTOCOLS } from '@busbar/domain/device/protocol/device-protocol';
import { describe, expect, it } from 'vitest';
import { codeOfOtherTopic, platformFilters, rightsOfDevice } from './broker-topics.ts';

const CODE = 'SHELLY-0000001';
const OTHERS = ['shelly', 'tasmota', 'zigbee2mqtt'] as const;

/** True if the filter matches the topic (MQTT 5, section 4.7). */
function matches(filter: string, topic: string): boolean {
  const [levels, names] = [filter.split('/'), topic.split('/')];
  for (const [at, level] of levels.entries()) {
    if (level === '#') return true;
    if (level !== '+' && level !== names[at]) return false;
  }
  return levels.length === names.length;
}

describe('topics of other protocols on a shared broker', () => {
  it.each([
    [`${CODE}/events/rpc`, CODE],
    [`${CODE}/status/switch:0`, CODE],
    [`tele/${CODE}/SENSOR`, CODE],
    [`stat/${CODE}/POWER`, CODE],
    [`${CODE}/bridge/devices`, CODE],
    [`${CODE}/kitchen/plug`, CODE],
    [CODE, undefined],
    [`tele/${CODE}`, undefined],
    [`cmnd/${CODE}/POWER`, undefined],
    [`ep/1/${CODE}/up/data`, undefined],
    ['busbar/session/1', undefined],
    ['short/status/switch:0', undefined],
    [`/${CODE}/online`, undefined],
    ['+/online', undefined],
    ['SHELLY+0000001/online', undefined],
    ['', undefined],
  ])('%s has the code %s', (topic, code) => {
    expect(codeOfOtherTopic(topic)).toBe(code);
  });

  it('of one device match no topic of another device, also if its code begins with that code', () => {
    const longer = `${CODE}-2`;
    for (const protocol of DEVICE_PROTOCOLS) {
      const { publish, receive } = rightsOfDevice(protocol, CODE);
      const filters = [
        ...publish,
        ...receive,
        ...(protocol === 'busbar' ? [] : platformFilters(protocol, CODE)),
      ];
      for (const other of DEVICE_PROTOCOLS) {
        const theirs = rightsOfDevice(other, longer);
        for (const filter of [...theirs.publish, ...theirs.receive]) {
          const topic = filter.replace('#', 'x/rpc');
          expect(filters.filter((own) => matches(own, topic))).toEqual([]);
        }
      }
    }
  });

  it('give no device the topics of the platform, whatever its protocol', () => {
    for (const protocol of DEVICE_PROTOCOLS) {
      const { publish, receive } = rightsOfDevice(protocol, CODE);
      for (const topic of ['busbar/session/1', 'ep/1/OTHER-000001/down/command', 'tele/x/LWT']) {
        expect([...publish, ...receive].filter((filter) => matches(filter, topic))).toEqual([]);
      }
    }
  });

  it.each(OTHERS)('include what a device of %s publishes for the platform', (protocol) => {
    const { publish } = rightsOfDevice(protocol, CODE);
    for (const filter of platformFilters(protocol, CODE)) {
      const topic = filter.replace('#', 'x');
      expect(codeOfOtherTopic(topic)).toBe(CODE);
      expect(publish.some((right) => matches(right, topic))).toBe(true);
    }
  });
});
