import { describe, expect, it } from 'vitest';
import { type BusEvents, createBus } from '../bus.ts';
import { readUnchanged } from './read-unchanged.ts';

const REF = { customerId: 1, deviceId: 2, deviceCode: 'DTU-00000001', groupPath: [1] };
const moveOf = (customerId: number): BusEvents['groups.changed'] => ({
  customerId,
  move: { from: [1, 3], to: [2, 3] },
  groupIds: [],
});

describe('a device that is read', () => {
  const changeOf = (deviceCode: string): BusEvents['device.changed'] => ({
    ...{ customerId: 1, deviceId: 2, deviceCode },
    credentialsEnded: false,
  });
  const bus = createBus((error) => {
    throw error;
  });
  /** Returns the number of the read whose result is used, with the event during the first one. */
  const usedAfter = (publish: () => void) => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads === 1) publish();
      return reads;
    };
    return readUnchanged({ bus }, REF, read, (found) => found);
  };

  it.each([
    ['is changed', 'DTU-00000001', 2],
    ['has a changed slave', 'DTU-00000001-7', 2],
    ['is another one', 'DTU-00000002', 1],
  ])('and %s meanwhile is used from the right read', async (_, code, used) => {
    expect(await usedAfter(() => bus.publish('device.changed', changeOf(code)))).toBe(used);
  });

  it.each([
    ['its customer', 1, 2],
    ['another customer', 2, 1],
  ])('and whose groups are moved by %s is used from the right read', async (_, of, used) => {
    expect(await usedAfter(() => bus.publish('groups.changed', moveOf(of)))).toBe(used);
  });
});
