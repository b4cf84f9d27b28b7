/** Bills are rendered one after the other, so that many requests take no more memory than one. */
import { describe, expect, it } from 'vitest';
import { createRenderQueue } from '../../src/areas/energy/billing/document/render-queue.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('the render queue', () => {
  it('runs one task at a time, in order, and is full when enough tasks wait', async () => {
    const queue = createRenderQueue(2);
    const events: string[] = [];
    const run = (name: string) =>
      queue.run(async () => {
        events.push(`${name} begins`);
        await tick();
        events.push(`${name} ends`);
      });
    const tasks = [run('a'), run('b')];
    expect(queue.isFull()).toBe(false);
    tasks.push(run('c'));
    expect(queue.isFull()).toBe(true);
    tasks.push(run('d'));
    await Promise.all(tasks);
    expect(events).toEqual(['a', 'b', 'c', 'd'].flatMap((one) => [`${one} begins`, `${one} ends`]));
    expect(queue.isFull()).toBe(false);
  });

  it('does not run a task that was aborted while it waited', async () => {
    const queue = createRenderQueue(2);
    const gone = new AbortController();
    const events: string[] = [];
    const first = queue.run(tick);
    const second = queue.run(async () => events.push('aborted'), gone.signal);
    const third = queue.run(async () => events.push('next'));
    gone.abort(new Error('the client is gone'));
    await expect(second).rejects.toThrow('the client is gone');
    await Promise.all([first, third]);
    expect(events).toEqual(['next']);
  });

  it('continues after a task that failed', async () => {
    const queue = createRenderQueue(2);
    const broken = queue.run(() => Promise.reject(new Error('broken')));
    const next = queue.run(async () => 'next');
    await expect(broken).rejects.toThrow('broken');
    expect(await next).toBe('next');
    expect(await queue.run(async () => 'later')).toBe('later');
  });
});
