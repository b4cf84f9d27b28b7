import { describe, expect, it } from 'vitest';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import { targetOf } from './foreign-protocol.ts';

const command = (content: object) => ({ id: 'c', expiresAt: 0, ...content }) as DeviceCommand;
const slaves = (...slots: object[]) => command({ op: 'slaves', slots });

describe('a switch command to a device of another manufacturer', () => {
  it.each<[string, DeviceCommand, object | undefined]>([
    ['opens the device', command({ op: 'switch', to: 'open' }), { channel: 1, to: 'open' }],
    ['closes the device', command({ op: 'switch', to: 'close' }), { channel: 1, to: 'close' }],
    ['locks nothing', command({ op: 'switch', to: 'lock' }), undefined],
    ['opens a channel', slaves({ address: 2, order: 'open' }), { channel: 2, to: 'open' }],
    ['closes a channel', slaves({ address: 20, order: 'close' }), { channel: 20, to: 'close' }],
    ['does not switch the device as a channel', slaves({ address: 1, order: 'open' }), undefined],
    ['switches no channel above the limit', slaves({ address: 21, order: 'open' }), undefined],
    ['switches nothing without an order', slaves({ address: 2, order: 'none' }), undefined],
    ['switches nothing without a channel', slaves(), undefined],
    [
      'does not switch several channels at once',
      slaves({ address: 2, order: 'open' }, { address: 3, order: 'open' }),
      undefined,
    ],
    ['reads nothing', command({ op: 'summon', dataType: 'variable' }), undefined],
  ])('%s', (_, given, expected) => {
    expect(targetOf(given)).toEqual(expected);
  });
});
