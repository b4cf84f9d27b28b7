import { describe, expect, it } from 'vitest';
import { canBeSwitched, previewCommand } from './batch-preview.ts';
import { groupResults } from './group-results.ts';

describe('the results of a batch command', () => {
  it('count the devices by state, and those that are finished or can be retried', () => {
    const states = ['waiting', 'queued', 'sent', 'confirmed', 'confirmed', 'refused', 'expired'];
    expect(groupResults([...states, 'rejected', 'cancelled', 'unknown'])).toEqual({
      total: 10,
      settled: 7,
      failed: 3,
      counts: [
        { state: 'waiting', count: 1 },
        { state: 'queued', count: 1 },
        { state: 'sent', count: 1 },
        { state: 'confirmed', count: 2 },
        { state: 'rejected', count: 1 },
        { state: 'expired', count: 1 },
        { state: 'cancelled', count: 1 },
        { state: 'unknown', count: 1 },
        { state: 'refused', count: 1 },
      ],
    });
  });
});

describe('the preview of a batch command', () => {
  const main = { kind: 'main', action: 'closeByCommand', presence: 'online' } as const;

  it.each([
    ['can be opened', 'open', main, null],
    ['is already open', 'open', { ...main, action: 'openByCommand' }, 'already-open'],
    ['was opened by hand', 'close', { ...main, action: 'openByManual' }, 'close-disabled'],
    ['is offline', 'open', { ...main, presence: 'offline' }, 'device-offline'],
    ['is late', 'open', { ...main, presence: 'late' }, null],
    ['cannot lock', 'lock', { ...main, kind: 'dtu' }, 'order-not-supported'],
    ['never reported its state', 'close', { ...main, action: undefined }, 'state-unknown'],
  ] as const)('handles a device that %s', (_name, command, device, block) => {
    const { possible, blocked } = previewCommand(command, [device]);
    expect(possible).toEqual(block === null ? [device] : []);
    expect(blocked).toEqual(block === null ? [] : [{ device, block }]);
  });

  it('excludes devices without a contact', () => {
    const device = { code: '861039034396009', channel: null, action: undefined };
    expect(canBeSwitched({ ...device, kind: 'slave' })).toBe(true);
    expect(canBeSwitched({ ...device, kind: 'gateway' })).toBe(false);
    expect(canBeSwitched({ ...device, kind: 'meter' })).toBe(false);
    expect(canBeSwitched({ ...device, kind: 'main' })).toBe(true);
    // One simulated breaker would refuse the whole batch.
    expect(canBeSwitched({ ...device, kind: 'main', code: 'SIM-BREAKER-7K3M9QXA' })).toBe(false);
  });

  it('excludes a channel that has never reported a position, which is a meter', () => {
    const channel = { code: 'SHELLY-2', kind: 'slave', channel: 2 } as const;
    expect(canBeSwitched({ ...channel, action: undefined })).toBe(false);
    expect(canBeSwitched({ ...channel, action: 'openByCommand' })).toBe(true);
  });
});
