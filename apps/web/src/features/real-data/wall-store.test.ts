import { describe, expect, it, vi } from 'vitest';
import { createWallStore, LINE_MS } from './wall-store.ts';

function start() {
  const frames: (() => void)[] = [];
  const store = createWallStore((draw) => frames.push(draw));
  const frame = () => {
    for (const draw of frames.splice(0)) draw();
  };
  return { store, frames, frame };
}

describe('wall store', () => {
  it('tells a cell once per frame, however many readings came', () => {
    const { store, frames, frame } = start();
    const heard = vi.fn();
    const other = vi.fn();
    store.subscribe('A', 'voltageA', heard);
    store.subscribe('B', 'voltageA', other);
    for (let i = 0; i < 2_000; i++) store.take('A', 1_000 + i, { voltageA: i });
    expect(heard).not.toHaveBeenCalled();
    expect(frames).toHaveLength(1);
    frame();
    expect(heard).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
    expect(store.newest('A', 'voltageA')).toEqual({ ts: 2_999, value: 1_999 });
    store.take('A', 4_000, { voltageA: 7 });
    frame();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('does not listen to what no cell shows', () => {
    const { store, frames } = start();
    store.subscribe('A', 'voltageA', vi.fn());
    store.take('B', 1, { voltageA: 1 });
    store.take('A', 1, { currentA: 1 });
    expect(frames).toHaveLength(0);
  });

  it('puts what comes late in its place and shows the newer value', () => {
    const { store } = start();
    store.subscribe('A', 'voltageA', vi.fn());
    for (const ts of [60_000, 180_000, 120_000, 120_000, 0]) {
      store.take('A', ts, { voltageA: ts });
    }
    expect(store.points('A', 'voltageA').map(({ ts }) => ts)).toEqual([
      0, 60_000, 120_000, 180_000,
    ]);
    expect(store.newest('A', 'voltageA')).toEqual({ ts: 180_000, value: 180_000 });
  });

  it('keeps no more than two points a second and forgets what no line shows', () => {
    const { store } = start();
    store.subscribe('A', 'voltageA', vi.fn());
    for (let ts = 0; ts <= 3 * LINE_MS; ts += 100) store.take('A', ts, { voltageA: 1 });
    const points = store.points('A', 'voltageA');
    expect(points.length).toBeLessThanOrEqual((2 * LINE_MS) / 400);
    expect(points[0]!.ts).toBeGreaterThanOrEqual(0.9 * LINE_MS);
    expect(points.at(-1)!.ts).toBe(3 * LINE_MS);
  });

  it('is silent for a cell that has gone', () => {
    const { store, frame } = start();
    const heard = vi.fn();
    store.subscribe('A', 'voltageA', heard)();
    store.take('A', 1, { voltageA: 1 });
    frame();
    expect(heard).not.toHaveBeenCalled();
  });
});
