/**
 * Frame of every chart that is saved as a picture: title, notes needed to read the chart, and the
 * legend, in the colours and on the background of the theme. Each chart type supplies its painter.
 * Pictures have a fixed size, so a phone saves the same picture as a wall display.
 */

import { wrappedText } from './bars/wrapped-text.ts';
import type { MarkShape } from './chart-marks.ts';
import { MARK_BOX, MARK_PATHS } from './mark-paths.ts';

export interface PictureLook {
  readonly ink: string;
  readonly text: string;
  readonly line: string;
  readonly surface: string;
  readonly font: string;
}

/** Rectangle of the picture, px. */
export interface PictureRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface LegendEntry {
  readonly text: string;
  /** A resolved CSS colour; canvas does not support CSS variables. */
  readonly color: string;
  readonly dash?: readonly number[];
  /** Symbol shown instead of a stroke. */
  readonly sign?: MarkShape;
}

export type Painter = (
  ctx: CanvasRenderingContext2D,
  rect: PictureRect,
  look: PictureLook,
) => void | Promise<void>;

export interface ChartPicture {
  readonly title: string;
  /** Time span or instant, time zone, and other notes needed to read the chart. */
  readonly lines: readonly string[];
  readonly legend: readonly LegendEntry[];
  /** Unit shown above the value axis; empty if the chart has none. */
  readonly unit: string;
  readonly look: PictureLook;
  readonly isRightToLeft: boolean;
  /** Height of the chart, px. */
  readonly height: number;
  readonly paint: Painter;
}

const WIDTH = 1200;
const MARGIN = 24;
/** Width available to a painter. */
export const PAINTED_WIDTH = WIDTH - 2 * MARGIN;
const TITLE_PX = 20;
const TITLE_ROW_PX = 26;
const TEXT_PX = 13;
const ROW_PX = 20;
const SWATCH_PX = 26;
const HEAD_GAP_PX = 8;
/** Gap between the header and the chart. */
const CHART_GAP_PX = 10;

/** Throws if the browser cannot create an image from a canvas. */
export async function drawChartPicture(picture: ChartPicture): Promise<Blob> {
  const ratio = window.devicePixelRatio || 1;
  const head = layHead(picture);
  const canvas = document.createElement('canvas');
  const height = head.height + picture.height + MARGIN;
  canvas.width = Math.round(WIDTH * ratio);
  canvas.height = Math.round(height * ratio);
  const ctx = canvas.getContext('2d')!;
  ctx.scale(ratio, ratio);
  ctx.fillStyle = picture.look.surface;
  ctx.fillRect(0, 0, WIDTH, height);
  drawHead(ctx, picture, head);
  ctx.direction = 'ltr';
  await picture.paint(
    ctx,
    { left: MARGIN, top: head.height, width: PAINTED_WIDTH, height: picture.height },
    picture.look,
  );
  return await toPng(canvas);
}

const fontOf = ({ font }: PictureLook, px: number, weight: number) => `${weight} ${px}px ${font}`;

interface Head {
  readonly title: readonly string[];
  readonly lines: readonly string[];
  readonly legend: readonly (readonly LegendEntry[])[];
  readonly height: number;
}

function layHead({ title, lines, legend, unit, look }: ChartPicture): Head {
  const ctx = document.createElement('canvas').getContext('2d')!;
  const widthOf = (text: string) => ctx.measureText(text).width;
  ctx.font = fontOf(look, TITLE_PX, 600);
  const titleRows = wrappedText(title, PAINTED_WIDTH, widthOf);
  ctx.font = fontOf(look, TEXT_PX, 400);
  const textRows = lines.flatMap((line) => wrappedText(line, PAINTED_WIDTH, widthOf));
  const legendRows: LegendEntry[][] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const entry of legend) {
    const width = legendWidth(ctx, entry);
    if (taken + width > PAINTED_WIDTH) {
      legendRows.push([]);
      taken = 0;
    }
    legendRows.at(-1)!.push(entry);
    taken += width;
  }
  const rows = textRows.length + legendRows.length + (unit === '' ? 0 : 1);
  const height =
    MARGIN + TITLE_ROW_PX * titleRows.length + ROW_PX * rows + HEAD_GAP_PX + CHART_GAP_PX;
  return { title: titleRows, lines: textRows, legend: legendRows, height };
}

const legendWidth = (ctx: CanvasRenderingContext2D, { text }: LegendEntry) =>
  SWATCH_PX + ctx.measureText(text).width + MARGIN;

function drawHead(ctx: CanvasRenderingContext2D, picture: ChartPicture, head: Head): void {
  const { isRightToLeft, look } = picture;
  const start = isRightToLeft ? WIDTH - MARGIN : MARGIN;
  const onward = isRightToLeft ? -1 : 1;
  ctx.direction = isRightToLeft ? 'rtl' : 'ltr';
  ctx.textAlign = isRightToLeft ? 'right' : 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = look.ink;
  ctx.font = fontOf(look, TITLE_PX, 600);
  let y = MARGIN - (TITLE_ROW_PX - TITLE_PX);
  for (const row of head.title) {
    y += TITLE_ROW_PX;
    ctx.fillText(row, start, y);
  }
  y += HEAD_GAP_PX;
  ctx.font = fontOf(look, TEXT_PX, 400);
  ctx.fillStyle = look.text;
  for (const row of head.lines) {
    y += ROW_PX;
    ctx.fillText(row, start, y);
  }
  for (const row of head.legend) {
    let x = start;
    y += ROW_PX;
    for (const entry of row) {
      if (entry.sign === undefined) drawSwatch(ctx, entry, x, x + onward * (SWATCH_PX - 6), y - 4);
      else drawSign(ctx, entry.sign, entry.color, x + (onward * (SWATCH_PX - 6)) / 2, y - 5);
      ctx.fillStyle = look.ink;
      ctx.fillText(entry.text, x + onward * SWATCH_PX, y);
      x += onward * legendWidth(ctx, entry);
    }
  }
  // The unit is above the value axis, which is on the left in every language.
  ctx.textAlign = 'left';
  ctx.fillStyle = look.text;
  ctx.fillText(picture.unit, MARGIN, y + ROW_PX);
}

function drawSwatch(
  ctx: CanvasRenderingContext2D,
  { color, dash = [] }: LegendEntry,
  from: number,
  to: number,
  y: number,
): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = 3;
  ctx.setLineDash([...dash]);
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(to, y);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Draws a symbol centred on a point. */
function drawSign(
  ctx: CanvasRenderingContext2D,
  shape: MarkShape,
  color: string,
  x: number,
  y: number,
): void {
  const path = new Path2D(MARK_PATHS[shape]);
  ctx.save();
  ctx.translate(x - MARK_BOX / 2, y - MARK_BOX / 2);
  ctx.fillStyle = color;
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.4;
  if (shape === 'band') ctx.stroke(path);
  else ctx.fill(path);
  ctx.restore();
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture of the chart'));
      else resolve(blob);
    }, 'image/png');
  });
}
