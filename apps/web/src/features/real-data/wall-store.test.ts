import { describe, expect, it, vi } from 'vitest';
import { createWallStore, LINE_MS } from './wall-store.ts';

function start() {
  const frames: ((now: number) => void)[] = [];
  const store = createWallStore((draw) => frames.push(draw));
  const frame = (now = 0) => {
    for (const draw of frames.splice(0)) draw(now);
  };
  return { store, frames, frame };
}

describe('the wall store', () => {
  it('notifies a cell once for any number of readings, and again after its interval', () => {
    const { store, frames, frame } = start();
    const heard = vi.fn();
    const other = vi.fn();
    store.subscribe('A', 'voltageA', heard, 250);
    store.subscribe('B', 'voltageA', other, 250);
    for (let i = 0; i < 2_000; i++) store.take('A', 1_000 + i, { voltageA: i });
    expect(heard).not.toHaveBeenCalled();
    expect(frames).toHaveLength(1);
    frame(1_000);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
    expect(frames).toHaveLength(0);
    expect(store.newest('A', 'voltageA')).toEqual({ ts: 2_999, value: 1_999 });
    store.take('A', 4_000, { voltageA: 7 });
    frame(1_249);
    expect(heard).toHaveBeenCalledTimes(1);
    frame(1_250);
    expect(heard).toHaveBeenCalledTimes(2);
    expect(frames).toHaveLength(0);
  });

  it('spreads many cells over frames without omitting any', () => {
    const { store, frames, frame } = start();
    const notified: string[] = [];
    const codes = Array.from({ length: 200 }, (_, i) => `D${i}`);
    for (const code of codes) {
      store.subscribe(code, 'voltageA', () => notified.push(code), 250);
      store.take(code, 1, { voltageA: 1 });
    }
    frame(0);
    expect(notified.length).toBeLessThanOrEqual(30);
    for (let now = 16; frames.length > 0; now += 16) {
      store.take('D0', now, { voltageA: now });
      if (now > 1_000) break;
      frame(now);
    }
    expect(new Set(notified)).toEqual(new Set(codes));
  });

  it('notifies cells in page order and continues where it stopped', () => {
    const { store, frame } = start();
    const notified: number[] = [];
    const places = Array.from({ length: 60 }, (_, i) => i);
    for (const place of places) {
      store.subscribe(`D${place}`, 'voltageA', () => notified.push(place), 250);
    }
    for (const place of places.toReversed()) store.take(`D${place}`, 1, { voltageA: 1 });
    frame(0);
    const first = notified.length;
    // Cells that were notified wait for their interval; the other cells must not wait behind them.
    for (const place of places.slice(0, first)) store.take(`D${place}`, 2, { voltageA: 2 });
    for (let now = 16; notified.length < places.length; now += 16) frame(now);
    expect(notified).toEqual(places);
  });

  it('ignores readings that no cell shows', () => {
    const { store, frames } = start();
    store.subscribe('A', 'voltageA', vi.fn(), 0);
    store.take('B', 1, { voltageA: 1 });
    store.take('A', 1, { currentA: 1 });
    expect(frames).toHaveLength(0);
  });

  it('inserts a late reading at its position and still shows the newer value', () => {
    const { store } = start();
    store.subscribe('A', 'voltageA', vi.fn(), 0);
    for (const ts of [60_000, 180_000, 120_000, 120_000, 0]) {
      store.take('A', ts, { voltageA: ts });
    }
    expect(store.points('A', 'voltageA').map(({ ts }) => ts)).toEqual([
      0, 60_000, 120_000, 180_000,
    ]);
    expect(store.newest('A', 'voltageA')).toEqual({ ts: 180_000, value: 180_000 });
  });

  it('stores three points per four seconds with all peaks, and purges points no line shows', () => {
    const { store } = start();
    store.subscribe('A', 'voltageA', vi.fn(), 0);
    const peaks = new Map([
      [2.5 * LINE_MS, 290],
      [2.5 * LINE_MS + 1_100, 180],
    ]);
    for (let ts = 0; ts <= 3 * LINE_MS; ts += 100) {
      store.take('A', ts, { voltageA: peaks.get(ts) ?? 230 + (ts % 700) / 1_000 });
    }
    const points = store.points('A', 'voltageA');
    expect(points.length).toBeLessThanOrEqual((3 * 2.2 * LINE_MS) / 4_000);
    expect(points[0]!.ts).toBeGreaterThanOrEqual(0.9 * LINE_MS);
    expect(points.at(-1)!.ts).toBe(3 * LINE_MS);
    for (const [ts, value] of peaks) expect(points).toContainEqual({ ts, value });
    expect(points.every(({ ts }, i) => i === 0 || ts > points[i - 1]!.ts)).toBe(true);
  });

  it('does not notify a removed cell', () => {
    const { store, frame } = start();
    const heard = vi.fn();
    store.subscribe('A', 'voltageA', heard, 0)();
    store.take('A', 1, { voltageA: 1 });
    frame();
    expect(heard).not.toHaveBeenCalled();
  });
});
