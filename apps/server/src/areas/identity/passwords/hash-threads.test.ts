import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hashInThread, verifyInThread } from './hash-threads.ts';

const COST = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };

/** Nice values of the threads of this process (proc(5), stat, field 19). */
function niceValues(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    // The command name can contain any character; the text after its closing parenthesis cannot.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('password hash threads', () => {
  it('create hashes that only the right password matches', async () => {
    const [one, other] = await Promise.all([
      hashInThread('ä secret', COST, false),
      hashInThread('b', COST, true),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
    expect(await verifyInThread(one, 'ä secret', true)).toBe(true);
    expect(await verifyInThread(other, 'ä secret', false)).toBe(false);
  });

  it('reject a string that is not a hash and continue to work', async () => {
    await expect(verifyInThread('plain', 'plain', false)).rejects.toThrow();
    const hash = await hashInThread('again', COST, false);
    expect(await verifyInThread(hash, 'again', false)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')(
    'lower their priority only for crowded work',
    async () => {
      const usual = getPriority();
      const give = (givesWay: boolean) => (password: string) =>
        hashInThread(password, COST, givesWay);
      await Promise.all([...['a', 'b', 'c'].map(give(true)), ...['d', 'e', 'f'].map(give(false))]);
      expect(niceValues().filter((nice) => nice > usual)).toHaveLength(3);
      expect(getPriority()).toBe(usual);
    },
  );
});
