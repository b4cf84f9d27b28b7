import { SWITCH_ACTIONS } from '@busbar/domain/switch/switch-action';
import { describe, expect, it } from 'vitest';
import { decodeState } from './decode-state.ts';
import { encodeState } from './encode-up.ts';
import { REPLY_CODES, replyName } from './reply-codes.ts';

const deviceTime = 1767225600000;

describe('encodeState', () => {
  it.each([...SWITCH_ACTIONS])('decodes %s of the device itself after encoding it', (action) => {
    const message = encodeState({ deviceTime, commandId: 'c-1', action });
    expect(decodeState(message).accepted).toEqual([
      { address: undefined, deviceTime, action, commandId: 'c-1' },
    ]);
  });

  it('omits the command if there is none', () => {
    const message = encodeState({ deviceTime, commandId: undefined, action: 'openByFault' });
    expect(message).toBe('{"ts":1767225600000,"action":"openByFault"}');
  });

  it('encodes the positions of dry contacts', () => {
    const dry = [{ contact: 2, closed: false }] as const;
    const message = encodeState({ deviceTime, commandId: undefined, dry });
    expect(message).toBe('{"ts":1767225600000,"dry":[{"n":2,"closed":false}]}');
    expect(decodeState(message).accepted).toEqual([{ deviceTime, contact: 2, closed: false }]);
  });

  it('encodes slaves by status code and throws for a locked slave', () => {
    const slaves = [{ address: 4, action: 'closeByTimer' }] as const;
    expect(encodeState({ deviceTime, commandId: undefined, slaves })).toBe(
      '{"ts":1767225600000,"slaves":[{"ad":4,"st":13}]}',
    );
    const locked = [{ address: 4, action: 'lockByCommand' }] as const;
    expect(() => encodeState({ deviceTime, commandId: undefined, slaves: locked })).toThrow(
      RangeError,
    );
  });
});

describe('reply codes', () => {
  it.each([
    [0, 'done'],
    [400, 'badArguments'],
    [409, 'refused'],
    [410, 'expired'],
    [423, 'lockedByMechanism'],
    [500, 'failed'],
  ] as const)('have for code %i the name %s', (code, name) => {
    expect(replyName(code)).toBe(name);
  });

  it.each([1, 200, 404, 418, 499, 501, 999])('have no name for code %i', (code) => {
    expect(replyName(code)).toBeUndefined();
  });

  it('are six codes', () => {
    expect(Object.values(REPLY_CODES)).toHaveLength(6);
  });
});
