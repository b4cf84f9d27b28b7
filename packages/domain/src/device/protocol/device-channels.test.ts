import { describe, expect, it } from 'vitest';
import { DEVICE_KINDS } from '../device-type.ts';
import { compareChannels, hasChannels, isFurtherChannel } from './device-channels.ts';
import { DEVICE_PROTOCOLS } from './device-protocol.ts';

describe('further channels', () => {
  it('are those of breakers and meters that speak the protocol of Shelly or Tasmota', () => {
    const found = DEVICE_PROTOCOLS.flatMap((protocol) =>
      DEVICE_KINDS.filter((kind) => hasChannels(protocol, kind)).map((kind) => [protocol, kind]),
    );
    expect(found).toEqual([
      ['shelly', 'main'],
      ['shelly', 'meter'],
      ['tasmota', 'main'],
      ['tasmota', 'meter'],
    ]);
  });

  it.each([
    [1, false],
    [2, true],
    [20, true],
    [21, false],
    [0, false],
    [-1, false],
    [2.5, false],
    [Number.NaN, false],
  ])('may have the number %d: %s', (number, is) => {
    expect(isFurtherChannel(number)).toBe(is);
  });
});

interface Case {
  readonly seen: readonly number[];
  readonly isWhole?: boolean;
  readonly registered?: readonly number[];
  readonly missing?: readonly number[];
  readonly announced?: readonly number[];
}

describe('the channels in a message', () => {
  it.each<[string, Case, object]>([
    ['change nothing if the device has one', { seen: [1], isWhole: true }, {}],
    ['change nothing if there are none', { seen: [], isWhole: true }, {}],
    ['are announced in their order', { seen: [4, 1, 2, 3] }, { added: [2, 3, 4] }],
    [
      'are announced without those that are registered',
      { seen: [1, 2, 3], registered: [2] },
      { added: [3] },
    ],
    ['are announced without those above the limit', { seen: [1, 2, 21, 101] }, { added: [2] }],
    [
      'are not announced again',
      { seen: [1, 2, 3], announced: [2, 3], registered: [3] },
      { unregistered: [2] },
    ],
    [
      'are missing if the whole device has fewer',
      { seen: [1], isWhole: true, registered: [2, 3] },
      { gone: [2, 3] },
    ],
    [
      'are missing if the device has no channel left',
      { seen: [], isWhole: true, registered: [2] },
      { gone: [2] },
    ],
    ['are not missing in a message about a part', { seen: [1], registered: [2, 3] }, {}],
    [
      'are missing once',
      { seen: [1], isWhole: true, registered: [2, 3], missing: [3] },
      { gone: [2] },
    ],
    [
      'are back with any message of theirs',
      { seen: [3], registered: [2, 3], missing: [2, 3] },
      { back: [3] },
    ],
  ])(
    '%s',
    (_, { seen, isWhole = false, registered = [], missing = [], announced = [] }, expected) => {
      const known = {
        registered: new Set(registered),
        missing: new Set(missing),
        announced: new Set(announced),
      };
      expect(compareChannels({ numbers: new Set(seen), isWhole }, known)).toEqual({
        added: [],
        unregistered: [],
        back: [],
        gone: [],
        ...expected,
      });
    },
  );
});
