import { numbersOf } from '@busbar/domain/formats/number-format';
import { describe, expect, it } from 'vitest';
import { LIGHT } from '../../theme/palette.ts';
import { heatPainter, heatPictureHeight } from './heat-picture.ts';

/** Records the texts drawn on the canvas with their positions and their background colours. */
function drawn(values: readonly (number | undefined)[]) {
  const texts: { text: string; x: number; y: number; fill: string }[] = [];
  const grounds: string[] = [];
  let hatched = 0;
  const ctx = {
    fillStyle: '',
    fillText: (text: string, x: number, y: number) =>
      texts.push({ text, x, y, fill: ctx.fillStyle }),
    fillRect: () => grounds.push(ctx.fillStyle),
    clip: () => {
      hatched += 1;
    },
    measureText: () => ({ width: 40 }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    ...Object.fromEntries(
      ['save', 'restore', 'beginPath', 'rect', 'moveTo', 'lineTo', 'stroke'].map((name) => [
        name,
        () => undefined,
      ]),
    ),
  };
  const known = values.filter((value) => value !== undefined);
  const heat = {
    rows: [{ label: '11-13', values }],
    columns: values.map((_value, hour) => String(hour)),
    lowest: Math.min(...known),
    highest: Math.max(...known),
    strong: LIGHT.accentText,
    unit: 'kW',
    numbers: numbersOf('en-GB'),
    none: 'no readings',
  };
  const rect = { left: 24, top: 100, width: 348, height: heatPictureHeight(1) };
  void heatPainter(heat)(ctx as never, rect, {
    ink: LIGHT.text,
    text: LIGHT.textFaint,
    line: LIGHT.line,
    surface: LIGHT.surface,
    font: 'sans-serif',
  });
  return { texts, grounds, hatched };
}

describe('cells of the heat map picture', () => {
  it('show their values as numbers below their hours, in text that contrasts with the background', () => {
    const { texts } = drawn([2, 6, undefined]);
    const of = (text: string) => texts.find((one) => one.text === text);
    expect(of('2.00')).toMatchObject({ x: of('0')!.x - 0.5, fill: '#000000' });
    expect(of('6.00')).toMatchObject({ x: of('1')!.x - 0.5, fill: '#ffffff' });
    expect(of('2.00')!.y).toBeCloseTo(of('11-13')!.y, -1);
  });

  it('are hatched where nothing was measured, and the legend explains the hatching', () => {
    // One cell without a value, and the sample in the legend.
    expect(drawn([2, 6, undefined]).hatched).toBe(2);
    expect(drawn([2, 6, 3]).hatched).toBe(1);
    expect(drawn([2, 6]).texts.map(({ text }) => text)).toContain('no readings');
  });

  it('have a colour scale with a label at each end', () => {
    const texts = drawn([2, 6, undefined]).texts.map(({ text }) => text);
    expect(texts.slice(-3)).toEqual(['2.00\u202FkW', '6.00\u202FkW', 'no readings']);
  });

  it('use the strong colour only for the highest value', () => {
    const { grounds } = drawn([2, 6]);
    expect(grounds.slice(0, 2)).toEqual(['#f1f5fb', LIGHT.accentText]);
  });
});
