/** Measures a live wall page over a period: its frames, the latency of its values, its memory. */

import { percentile } from '../engine/print-table.ts';
import type { PlainPage } from './plain-page.ts';

const FRAME_MS = 1000 / 60;

export interface WallWatch {
  readonly frames: number;
  /** Number of frames that a 60 Hz screen can show in the measured time. */
  readonly possible: number;
  readonly longestMs: number;
  /** Number of changed values. */
  readonly changes: number;
  /** Latency from the device's clock to the value on the page. */
  readonly lateMs: { readonly p50: number; readonly p95: number; readonly longest: number };
  /** Fraction of the time in which the page's main thread is busy. */
  readonly busy: number;
}

/**
 * The script that runs in the page is a string, because the TypeScript transpiler adds helpers that
 * the page does not have.
 */
const WATCH = `async (ms) => {
  const at = [];
  const late = [];
  const watch = new MutationObserver((records) => {
    const now = Date.now() % 60000;
    for (const { target } of records) {
      if (!target.parentElement?.classList.contains('wall-cell__value')) continue;
      const shown = Number(target.data) * 1000;
      late.push((now - shown + 60000) % 60000);
    }
  });
  watch.observe(document.querySelector('.wall__cells'), { subtree: true, characterData: true });
  await new Promise((resolve) => {
    const frame = (now) => {
      at.push(now);
      if (now - at[0] < ms) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  watch.disconnect();
  return { at, late };
}`;

const SHOWN = `() => [...document.querySelectorAll('.wall-cell')].map((cell) => [
  cell.querySelector('.wall-cell__device').textContent,
  parseFloat(cell.querySelector('.wall-cell__value').textContent),
])`;

export async function wallPage(page: PlainPage) {
  await page.send('Performance.enable');
  const workedS = async () => {
    const { metrics } = (await page.send('Performance.getMetrics')) as {
      readonly metrics: readonly { readonly name: string; readonly value: number }[];
    };
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  return {
    async watch(seconds: number): Promise<WallWatch> {
      const before = await workedS();
      const began = performance.now();
      const { at, late } = (await page.evaluate(`(${WATCH})(${seconds * 1000})`)) as {
        readonly at: readonly number[];
        readonly late: readonly number[];
      };
      const worked = (await workedS()) - before;
      const lengths = at.slice(1).map((instant, i) => instant - at[i]!);
      const sorted = [...late].sort((a, b) => a - b);
      return {
        frames: lengths.length,
        possible: Math.round((at.at(-1)! - at[0]!) / FRAME_MS),
        longestMs: Math.max(...lengths),
        changes: late.length,
        lateMs: {
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          longest: sorted.at(-1) ?? Number.NaN,
        },
        busy: (worked * 1000) / (performance.now() - began),
      };
    },
    /** JavaScript heap after garbage collection; MiB. */
    async heapMiB(): Promise<number> {
      await page.send('HeapProfiler.collectGarbage');
      const used = (await page.send('Runtime.getHeapUsage')) as { readonly usedSize: number };
      return used.usedSize / 2 ** 20;
    },
    /** Returns the value in each cell, by the name of the cell's device. */
    shown: async () => new Map((await page.evaluate(`(${SHOWN})()`)) as [string, number][]),
  };
}
