import { describe, expect, it } from 'vitest';
import { type Chunk, mergeChunks } from './script-groups.ts';

const chunk = (name: string, size: number, ...pages: string[]): Chunk => ({
  name,
  modules: [name],
  size,
  pages: new Set(pages),
});
const merged = (chunks: readonly Chunk[]) =>
  mergeChunks(chunks, 100)
    .map(({ modules }) => modules.toSorted().join('+'))
    .toSorted();

describe('chunks are merged', () => {
  it('if the same pages load them, whatever their size', () => {
    expect(merged([chunk('a', 9_000, 'x', 'y'), chunk('b', 9_000, 'x', 'y')])).toEqual(['a+b']);
  });

  it('if a saved request is worth more than code that another page does not need', () => {
    const a = chunk('a', 50, 'x', 'y');
    expect(merged([a, chunk('small', 90, 'x')])).toEqual(['a+small']);
    expect(merged([a, chunk('large', 110, 'x')])).toEqual(['a', 'large']);
  });

  it('not if a page would load what the other file imports', () => {
    const calendar = chunk('calendar', 5_000, 'x');
    const field = { ...chunk('field', 10, 'x'), imports: new Set([calendar]) };
    expect(merged([field, chunk('b', 10, 'x', 'y')])).toEqual(['b', 'field']);
    const small = { ...field, imports: new Set([chunk('sign', 20, 'x')]) };
    expect(merged([small, chunk('b', 10, 'x', 'y')])).toEqual(['b+field']);
  });

  it('never if no page loads both', () => {
    expect(merged([chunk('a', 1, 'x'), chunk('b', 1, 'y')])).toEqual(['a', 'b']);
  });

  it('less readily if the dashboard would load more', () => {
    const dashboard = '/dashboard-page.tsx';
    const shared = chunk('a', 50, dashboard, 'x');
    expect(merged([shared, chunk('b', 1, 'x')])).toEqual(['a', 'b']);
    expect(merged([shared, chunk('b', 0.4, 'x')])).toEqual(['a+b']);
  });
});
