import { describe, expect, it } from 'vitest';
import { createHashGate } from './hash-gate.ts';

interface Held {
  readonly work: () => Promise<string>;
  release(): void;
}

function held(name: string, begun: string[]): Held {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    work: async () => {
      begun.push(name);
      await until;
      return name;
    },
    release: () => release(),
  };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('hash gate', () => {
  it('runs two tasks at once, queues two and rejects the fifth', async () => {
    const gate = createHashGate(2, 2);
    const begun: string[] = [];
    const works = ['a', 'b', 'c', 'd', 'e'].map((name) => held(name, begun));
    const results = works.map(({ work }) => gate.run(work));
    expect(await results[4]).toBeUndefined();
    await tick();
    expect(begun).toEqual(['a', 'b']);
    expect(gate.isFull()).toBe(true);
    works[1]?.release();
    await tick();
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(gate.isFull()).toBe(false);
    for (const { release } of works) release();
    expect(await Promise.all(results.slice(0, 4))).toEqual(['a', 'b', 'c', 'd']);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('informs each task whether others are queued behind it', async () => {
    const gate = createHashGate(1, 3);
    const results = ['a', 'b', 'c'].map(() =>
      gate.run(async (isCrowded) => {
        await tick();
        return isCrowded;
      }),
    );
    // No task was queued yet when the first one started, and none is queued behind the last one.
    expect(await Promise.all(results)).toEqual([false, true, false]);
  });

  it('frees the slot after a failed task', async () => {
    const gate = createHashGate(1, 0);
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate.run(async () => 'next')).toBe('next');
  });
});
