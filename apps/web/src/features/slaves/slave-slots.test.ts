import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import { toTreeDevice } from '../../components/device-tree/tree-device.ts';
import { readSlaveTable, slavesInSlots } from './slave-slots.ts';

const slave = (address: number) =>
  toTreeDevice(
    deviceRow({ device_code: `GATEWAY0001-${address}`, kind: 'slave', slave_address: address }),
  );

describe('the slots of a gateway', () => {
  it('are twenty, ordered by address', () => {
    const slots = slavesInSlots([slave(20), slave(3)], undefined);
    expect(slots.map(({ address }) => address)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(slots.filter(({ slave: one }) => one !== undefined).map((s) => s.address)).toEqual([
      3, 20,
    ]);
  });

  it.each([
    ['are registered before the table is read', [1], undefined, 'registered'],
    ['are answered if registered and in the table', [1], { s1: { ad: 1, st: 11 } }, 'answered'],
    [
      'are unreached if registered but not in the table',
      [1],
      { s1: { ad: 2, st: 11 } },
      'unreached',
    ],
    [
      'are discovered if in the table but not registered',
      [],
      { s4: { ad: 1, st: 2 } },
      'discovered',
    ],
    ['are free if neither registered nor in the table', [], {}, 'free'],
  ] as const)('%s', (_name, registered, message, expected) => {
    const table = message === undefined ? undefined : readSlaveTable(message);
    expect(slavesInSlots(registered.map(slave), table)[0]?.standing).toBe(expected);
  });
});

describe('the slave table of a gateway', () => {
  it.each([
    [0, 'openByFault'],
    [1, 'openByManual'],
    [2, 'openByCommand'],
    [3, 'openByFault'],
    [4, 'openByTimer'],
    [10, 'closeByManual'],
    [11, 'closeByCommand'],
    [12, 'closeAutomatic'],
    [13, 'closeByTimer'],
    [20, 'openByManual'],
    [30, 'closeByManual'],
    [99, undefined],
  ] as const)('reads code %i as %s', (status, action) => {
    expect(readSlaveTable({ s1: { ad: 5, st: status } }).get(5)).toEqual({ status, action });
  });

  it('omits invalid slave addresses', () => {
    expect([...readSlaveTable({ s1: { ad: 0, st: 2 }, s2: { ad: 21, st: 2 } })]).toEqual([]);
  });
});
