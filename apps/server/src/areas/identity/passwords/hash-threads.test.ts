import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hashInThread, verifyInThread } from './hash-threads.ts';

const COST = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };

/** Nice values of this process' threads (proc(5), stat, field 19). */
function niceValues(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    // The name may contain anything; what follows it does not.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('the threads that hash', () => {
  it('make hashes that only their password opens', async () => {
    const [one, other] = await Promise.all([
      hashInThread('ä secret', COST, false),
      hashInThread('b', COST, true),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
    expect(await verifyInThread(one, 'ä secret', true)).toBe(true);
    expect(await verifyInThread(other, 'ä secret', false)).toBe(false);
  });

  it('say what is no hash, and go on', async () => {
    await expect(verifyInThread('plain', 'plain', false)).rejects.toThrow();
    const hash = await hashInThread('again', COST, false);
    expect(await verifyInThread(hash, 'again', false)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')(
    'give way to everything else in a crowd only',
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
