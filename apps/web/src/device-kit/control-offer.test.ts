import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { describe, expect, it } from 'vitest';
import { cardOffer, modesOfKind, type OfferQuestion } from './control-offer.ts';

const ALL = { open: true, close: true, lock: true, unlock: true };
const NOTHING = { open: false, close: false, lock: false, unlock: false };
const question = (more: Partial<OfferQuestion>): OfferQuestion => ({
  mode: 'control',
  holder: { role: 'operator' },
  kind: 'main',
  action: 'closeByCommand',
  userId: 7,
  lockHolderId: null,
  presence: 'online',
  allowed: ALL,
  commandState: undefined,
  ...more,
});
const offered = (more: Partial<OfferQuestion>) =>
  cardOffer(question(more)).offers.map((o) => `${o.command}:${o.block ?? 'yes'}`);

describe('available commands of a card in control mode', () => {
  it.each<[SwitchAction | undefined, string[]]>([
    ['closeByCommand', ['open:yes', 'close:already-closed']],
    ['closeByManual', ['open:yes', 'close:already-closed']],
    ['openByCommand', ['open:already-open', 'close:yes']],
    ['openByFault', ['open:already-open', 'close:yes']],
    ['openByManual', ['open:already-open', 'close:close-disabled']],
    ['lockByCommand', ['open:already-open', 'close:close-disabled']],
    ['lockByOrg', ['open:mechanically-locked', 'close:close-disabled']],
    [undefined, ['open:yes', 'close:state-unknown']],
  ])('are correct in state %s', (action, expected) => {
    expect(offered({ action })).toEqual(expected);
  });
});

describe('available commands of a device of another manufacturer', () => {
  it('are to open and to close, by its state', () => {
    expect(offered({ protocol: 'shelly' })).toEqual(['open:yes', 'close:already-closed']);
  });

  it('are none in lock mode, with the reason', () => {
    expect(cardOffer(question({ protocol: 'tasmota', mode: 'lock' }))).toEqual({
      offers: [],
      hint: 'order-not-supported',
    });
  });
});

describe('available commands of a card in lock mode', () => {
  it.each<[SwitchAction, string[]]>([
    ['closeByCommand', ['lock:yes', 'unlock:unlock-disabled']],
    ['openByManual', ['lock:yes', 'unlock:unlock-disabled']],
    ['lockByCommand', ['lock:lock-disabled', 'unlock:yes']],
    ['lockByFault', ['lock:mechanically-locked', 'unlock:mechanically-locked']],
  ])('are correct in state %s', (action, expected) => {
    expect(offered({ mode: 'lock', action })).toEqual(expected);
  });

  it.each([
    ['the current user', { lockHolderId: 7 }, 'unlock:yes'],
    ['another user', { lockHolderId: 8 }, 'unlock:locked-by-other'],
    [
      'another user, for an administrator',
      { lockHolderId: 8, holder: { role: 'admin' } },
      'unlock:yes',
    ],
    ['an unknown user', { lockHolderId: null }, 'unlock:yes'],
  ] as const)('include unlock depending on the lock holder: %s', (_name, more, expected) => {
    expect(offered({ mode: 'lock', action: 'lockByCommand', ...more })[1]).toBe(expected);
  });

  it('include lock mode for main devices only', () => {
    expect(modesOfKind('main')).toEqual(['control', 'lock']);
    expect(modesOfKind('main', 'tasmota')).toEqual(['control']);
    expect(modesOfKind('dtu')).toEqual(['control']);
    expect(modesOfKind('slave')).toEqual(['control']);
    expect(modesOfKind('gateway')).toEqual([]);
  });
});

describe('the restriction of a command', () => {
  it('applies to all commands while a command is pending', () => {
    expect(offered({ commandState: 'sent' })).toEqual(['open:control-busy', 'close:control-busy']);
    expect(offered({ commandState: 'unknown' })[0]).toBe('open:control-busy');
    expect(offered({ commandState: 'confirmed' })[0]).toBe('open:yes');
  });

  it('applies to an offline device unless the state already prevents the command', () => {
    expect(offered({ presence: 'offline' })).toEqual([
      'open:device-offline',
      'close:already-closed',
    ]);
    expect(offered({ presence: 'late' })[0]).toBe('open:yes');
  });

  it('follows the server, which can only remove commands, not add any', () => {
    expect(offered({ allowed: NOTHING })[0]).toBe('open:forbidden');
    expect(offered({ action: 'openByManual', allowed: ALL })[1]).toBe('close:close-disabled');
  });

  it('hides all commands from viewers and platform administrators', () => {
    expect(offered({ holder: { role: 'viewer' } })).toEqual([]);
    expect(offered({ holder: { role: 'platform' } })).toEqual([]);
    expect(offered({ holder: { role: 'admin' } })[0]).toBe('open:yes');
  });

  it('hides the commands of a DTU that only reads meters', () => {
    const readOnly = cardOffer(question({ kind: 'dtu', action: undefined, allowed: NOTHING }));
    expect(readOnly).toEqual({ offers: [], hint: null });
    const locked = { kind: 'dtu', action: 'lockByOrg', allowed: NOTHING } as const;
    expect(cardOffer(question(locked)).hint).toBe('close-disabled');
    expect(offered({ kind: 'dtu' })[0]).toBe('open:yes');
  });

  it('hides the commands of a slave unless the server allows them', () => {
    expect(offered({ kind: 'slave', allowed: NOTHING })).toEqual([]);
    expect(offered({ kind: 'slave', allowed: { ...NOTHING, open: true } })[0]).toBe('open:yes');
  });

  it.each<[string, Partial<OfferQuestion>, string | null, number]>([
    ['opened by hand', { action: 'openByManual' }, 'close-disabled', 2],
    ['locked on site', { action: 'lockByOrg' }, 'close-disabled', 2],
    ['that is only read', { action: 'openByCommand' }, null, 0],
    ['that is only read, offline', { presence: 'offline' }, null, 0],
    ['without a position', { action: undefined }, null, 0],
  ])('gives the reason on the card of a slave of a gateway: %s', (_, more, hint, count) => {
    const offer = cardOffer(question({ kind: 'slave', allowed: NOTHING, ...more }));
    expect(offer.hint).toBe(hint);
    expect(offer.offers).toHaveLength(count);
    expect(offer.offers.every(({ block }) => block !== null)).toBe(true);
  });

  it.each<[string, Partial<OfferQuestion>, string | null, number]>([
    ['opened by hand', { action: 'openByManual' }, 'close-disabled', 2],
    ['offline', { presence: 'offline' }, 'device-offline', 2],
    ['with a pending command', { commandState: 'sent' }, null, 2],
    ['without an output', { action: undefined }, null, 0],
    ['without an output, offline', { action: undefined, presence: 'offline' }, null, 0],
    ['of a device that is registered as a meter', {}, null, 0],
  ])('leaves a channel its buttons if its state is the reason: %s', (_, more, hint, count) => {
    const channel = { kind: 'slave', protocol: 'shelly', allowed: NOTHING } as const;
    const offer = cardOffer(question({ ...channel, ...more }));
    expect(offer.hint).toBe(hint);
    expect(offer.offers).toHaveLength(count);
    expect(offer.offers.every(({ block }) => block !== null)).toBe(true);
  });
});

describe('the hint of a card', () => {
  it('explains why a breaker opened by hand cannot be closed remotely', () => {
    expect(cardOffer(question({ action: 'openByManual' })).hint).toBe('close-disabled');
  });

  it('is absent if only a command without effect is unavailable', () => {
    expect(cardOffer(question({ action: 'openByCommand' })).hint).toBeNull();
  });

  it('explains a lock that can only be released on site', () => {
    for (const action of ['lockByOrg', 'lockByFault'] as const) {
      expect(cardOffer(question({ mode: 'lock', action })).hint).toBe('mechanically-locked');
    }
  });
});
