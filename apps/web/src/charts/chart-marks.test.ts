import { describe, expect, it, vi } from 'vitest';
import { type ChartMark, drawLevels, drawMarks } from './chart-marks.ts';

/** A chart from 100 s to 200 s with one pixel per second. */
function drawn(mark: Omit<ChartMark, 'color'>) {
  const ctx = {
    ...Object.fromEntries(
      [
        ...['save', 'restore', 'beginPath', 'moveTo', 'lineTo', 'fill', 'stroke', 'setLineDash'],
        ...['rect', 'clip', 'strokeText', 'fillText'],
      ].map((name) => [name, vi.fn()]),
    ),
  } as Record<string, ReturnType<typeof vi.fn>>;
  const chart = {
    ctx,
    bbox: { left: 0, top: 0, width: 100, height: 50 },
    scales: { x: { min: 100, max: 200 } },
    valToPos: (value: number) => value - 100,
  };
  drawMarks(chart as never, [{ ...mark, color: 'red' }], { surface: 'white', font: 'serif' });
  return {
    sign: ctx.fill!.mock.calls.length === 0 ? undefined : ctx.moveTo!.mock.calls[0]![0],
    lines: ctx.stroke!.mock.calls.length,
    top: ctx.moveTo!.mock.calls[0]?.[1],
    name: ctx.fillText!.mock.calls[0],
    hatched: ctx.rect!.mock.calls[0],
  };
}

const diamond = (atS: number, endS: number) =>
  drawn({ shape: 'diamond', atMs: atS * 1000, endMs: endS * 1000 });

describe('event markers on a chart', () => {
  it('are a symbol above a line at the time of the event', () => {
    expect(diamond(150, 150)).toMatchObject({ sign: 50, lines: 1 });
  });

  it.each([
    ['ended inside it', 150],
    ['are still active', Number.POSITIVE_INFINITY],
  ])('that began before the chart and %s are at its edge without a line', (_case, end) => {
    expect(diamond(50, end)).toMatchObject({ sign: 0, lines: 0 });
  });

  it('are omitted for events that ended before the chart or began after it', () => {
    expect(diamond(50, 90)).toMatchObject({ sign: undefined, lines: 0 });
    expect(diamond(250, 300)).toMatchObject({ sign: undefined, lines: 0 });
  });

  it('of one line among several are in the lane of that line, next to its name', () => {
    const mark = { shape: 'diamond', atMs: 150_000, endMs: 150_000 } as const;
    expect(drawn(mark)).toMatchObject({ top: 0, name: undefined });
    expect(drawn({ ...mark, of: { label: '3', lane: 2 } })).toMatchObject({
      sign: 50,
      top: 28,
      name: ['3', 57, 35],
    });
  });

  it('of an offline span cover the chart, or only their lane with the line’s name at its start', () => {
    const band = { shape: 'band', atMs: 120_000, endMs: 180_000 } as const;
    const of = { label: '2', lane: 1 };
    expect(drawn({ ...band, of })).toMatchObject({
      name: ['2', 22, 21],
      hatched: [20, 16, 60, 10],
    });
    expect(drawn(band)).toMatchObject({ name: undefined, hatched: [20, 0, 60, 50] });
  });
});

describe('labelled levels on a chart', () => {
  it('isolate their label, so that Arabic is in order on a canvas that is left to right', () => {
    const fillText = vi.fn();
    const noop = () => undefined;
    const ctx = Object.fromEntries(
      ['save', 'restore', 'beginPath', 'moveTo', 'lineTo', 'stroke', 'setLineDash'].map((name) => [
        name,
        noop,
      ]),
    );
    const chart = {
      ctx: { ...ctx, fillText },
      bbox: { left: 0, top: 0, width: 100, height: 50 },
      scales: { y: { min: 0, max: 50 } },
      valToPos: (value: number) => 50 - value,
    };
    const label = 'المقنن \u206640 A\u2069';
    const levels = [
      { value: 40, label },
      { value: 60, label: 'beyond the axis' },
    ];
    drawLevels(chart as never, levels, { mark: 'red', font: 'serif' });
    expect(fillText.mock.calls).toEqual([[`\u2068${label}\u2069`, 4, 9]]);
  });
});
