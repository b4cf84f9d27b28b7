import { describe, expect, it } from 'vitest';
import { ReplyMemory } from './reply-memory.ts';

const reply = (name: string) => ({ code: 0, payload: name });

describe('reply memory', () => {
  it('retains every first reply for ten minutes, however many replies follow', () => {
    const memory = new ReplyMemory();
    for (let number = 0; number < 2000; number++)
      memory.remember(`c${number}`, reply(`${number}`), number);
    expect(memory.firstReply('c0')).toEqual(reply('0'));
    memory.remember('last', reply('last'), 600_000);
    expect(memory.firstReply('c0')).toEqual(reply('0'));
    memory.remember('later', reply('later'), 600_001);
    expect(memory.firstReply('c0')).toBeUndefined();
    expect(memory.firstReply('c1')).toEqual(reply('1'));
  });

  it('retains the last 64 replies regardless of age, and no older replies', () => {
    const memory = new ReplyMemory();
    for (let number = 0; number < 100; number++) memory.remember(`c${number}`, reply('old'), 0);
    memory.remember('new', reply('new'), 10_000_000);
    expect(memory.size).toBe(64);
    expect(memory.firstReply('c99')).toBeDefined();
    expect(memory.firstReply('c36')).toBeUndefined();
  });
});
