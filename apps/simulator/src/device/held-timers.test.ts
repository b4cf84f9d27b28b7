/**
 * A gateway's timers switch the slave that they name; the stored timers are reported and survive a
 * restart.
 */

import type { DeviceTimer } from '@busbar/device-protocol/down/down-command';
import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import { decodeUp } from '@busbar/device-protocol/up/decode-up';
import { describe, expect, it } from 'vitest';
import { SimulatedDevice } from './device.ts';
import { decodeStored, encodeStored } from './stored-device.ts';

const begin = Date.UTC(2026, 0, 15, 10, 29, 30);
const due = Date.UTC(2026, 0, 15, 10, 30);

function gateway(stored?: ReturnType<typeof decodeStored>): SimulatedDevice {
  const spec = {
    code: 'MT88C00000000001',
    type: 'MT88C',
    slaveCount: 3,
    ratedCurrentA: 63,
    zone: 'Asia/Shanghai',
    countsFrom: begin,
    intervalMs: 60_000,
    moveMs: 20,
  };
  return new SimulatedDevice(spec, begin, stored);
}

function hold(device: SimulatedDevice, timers: readonly DeviceTimer[], id = 't-1') {
  const command = encodeCommand({ id, expiresAt: begin + 30_000, op: 'timers', timers });
  const [reply] = device.onCommand(command, begin).messages;
  const up = decodeUp('reply', reply!.payload);
  return up.kind === 'reply' ? up.decoded.accepted[0] : undefined;
}

const second: DeviceTimer = { id: 8, address: 2, days: 127, at: '18:30', to: 'open' };
const positions = (device: SimulatedDevice) => device.units.map(({ contact }) => contact.action);

describe('a gateway', () => {
  it('reports its timer table and switches only the slave that a timer names', () => {
    const device = gateway();
    expect(hold(device, [second])).toMatchObject({
      code: 0,
      data: { timers: [{ id: 8, ad: 2, days: 127, at: '18:30', to: 'open' }] },
    });
    device.step(due);
    expect(positions(device)).toEqual(['closeByManual', 'openByTimer', 'closeByManual']);
  });

  it('resumes its timers after a restart', () => {
    const before = gateway();
    hold(before, [second]);
    const after = gateway(decodeStored(JSON.parse(encodeStored(before.snapshot()))));
    after.step(due);
    expect(positions(after)).toEqual(['closeByManual', 'openByTimer', 'closeByManual']);
  });

  it.each([
    ['for an unknown slave', { ...second, address: 4 }],
    ['for itself', { ...second, address: undefined }],
    ['that locks a slave', { ...second, to: 'lock' }],
  ] as const)('refuses a timer %s, and retains the existing timers', (_, timer) => {
    const device = gateway();
    hold(device, [second]);
    expect(hold(device, [timer], 't-2')).toMatchObject({ code: 400 });
    expect(device.timers).toEqual([second]);
  });
});
