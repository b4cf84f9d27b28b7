import { describe, expect, it } from 'vitest';
import { inherit, type LinkDevice } from './link-device.ts';

const device = (signalCsq: number | null): LinkDevice => ({
  ref: { customerId: 1, deviceId: 2, deviceCode: '861039034396009', groupPath: [3] },
  expectedIntervalS: 60,
  simulated: false,
  signalCsq,
  newestMeasurementAt: 0,
  newestRegistersAt: 0,
  lastArrivalAt: 0,
  heardWrittenAt: 0,
  clockWrongAt: undefined,
  kind: 'main',
  registeredAt: 0,
  hadOtherOwner: false,
  slaves: new Map(),
});

describe('a device that is read again while it is connected', () => {
  it.each([
    ['the signal of its last report', 11, 23, 11],
    ['the stored signal, if it has not reported one', null, 23, 23],
  ])('has %s', (_, remembered, stored, expected) => {
    expect(inherit(device(stored), device(remembered)).signalCsq).toBe(expected);
  });
});
