/**
 * Draws days and hours as cells on a canvas, each with its value as a number because a picture has
 * no tooltip. The scale below maps colours to values and labels the hatched cells.
 */
import type { Numbers } from '@busbar/domain/formats/number-format';
import type { Painter, PictureLook, PictureRect } from '../picture-frame.ts';
import { heatDigits, heatShare, inkOn, mixedColor } from './heat-geometry.ts';

interface HeatRow {
  readonly label: string;
  /** Values by hour; undefined if nothing was measured. */
  readonly values: readonly (number | undefined)[];
}

export interface HeatTable {
  readonly rows: readonly HeatRow[];
  readonly columns: readonly string[];
  readonly lowest: number;
  readonly highest: number;
}

interface DrawnHeat extends HeatTable {
  readonly strong: string;
  readonly unit: string;
  readonly numbers: Numbers;
  /** Label of cells without a value. */
  readonly none: string;
}

const LABEL_PX = 48;
const HEAD_PX = 20;
const ROW_PX = 20;
const KEY_PX = 36;
const GAP_PX = 1;
const HATCH_PX = 5;
const SCALE_PX = 160;
const SIGN_PX = 12;

export function heatPictureHeight(rows: number): number {
  return HEAD_PX + rows * ROW_PX + KEY_PX;
}

export function heatPainter(heat: DrawnHeat): Painter {
  return (ctx, rect, look) => {
    const cellPx = (rect.width - LABEL_PX) / heat.columns.length;
    const digits = heatDigits(heat.lowest, heat.highest);
    const left = (column: number) => rect.left + LABEL_PX + column * cellPx;
    const top = (row: number) => rect.top + HEAD_PX + row * ROW_PX;
    ctx.textBaseline = 'middle';
    ctx.fillStyle = look.text;
    ctx.font = `12px ${look.font}`;
    ctx.textAlign = 'center';
    heat.columns.forEach((name, column) => {
      ctx.fillText(name, left(column) + cellPx / 2, rect.top + HEAD_PX / 2);
    });
    ctx.textAlign = 'left';
    heat.rows.forEach(({ label }, row) => {
      ctx.fillText(label, rect.left, top(row) + ROW_PX / 2);
    });
    ctx.textAlign = 'center';
    ctx.font = `11px ${look.font}`;
    heat.rows.forEach(({ values }, row) => {
      heat.columns.forEach((_name, column) => {
        const cell = {
          left: left(column),
          top: top(row),
          width: cellPx - GAP_PX,
          height: ROW_PX - GAP_PX,
        };
        const value = values[column];
        if (value === undefined) drawHatch(ctx, cell, look);
        else drawValue(ctx, cell, heat.numbers.number(value, digits), groundOf(heat, look, value));
      });
    });
    drawKey(ctx, heat, rect, look);
  };
}

function groundOf({ strong, lowest, highest }: DrawnHeat, { surface }: PictureLook, value: number) {
  return mixedColor(strong, surface, heatShare(value, lowest, highest));
}

function drawValue(
  ctx: CanvasRenderingContext2D,
  { left, top, width, height }: PictureRect,
  text: string,
  ground: string,
): void {
  ctx.fillStyle = ground;
  ctx.fillRect(left, top, width, height);
  ctx.fillStyle = inkOn(ground);
  ctx.fillText(text, left + width / 2, top + height / 2 + 0.5, width - 2);
}

function drawHatch(
  ctx: CanvasRenderingContext2D,
  { left, top, width, height }: PictureRect,
  { text }: PictureLook,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.strokeStyle = text;
  ctx.globalAlpha = 0.5;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let x = left - height; x < left + width; x += HATCH_PX) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}

/** The scale runs from low to high, left to right in every language, as on the screen. */
function drawKey(
  ctx: CanvasRenderingContext2D,
  heat: DrawnHeat,
  rect: PictureRect,
  look: PictureLook,
): void {
  const { lowest, highest, strong, unit, none, numbers } = heat;
  const y = rect.top + rect.height - SIGN_PX / 2;
  const top = y - SIGN_PX / 2;
  let x = rect.left + LABEL_PX;
  const draw = (text: string) => {
    ctx.fillStyle = look.text;
    ctx.fillText(text, x, y + 0.5);
    x += ctx.measureText(text).width + 10;
  };
  ctx.font = `12px ${look.font}`;
  ctx.textAlign = 'left';
  draw(numbers.quantity(lowest, 2, unit));
  const scale = ctx.createLinearGradient(x, 0, x + SCALE_PX, 0);
  scale.addColorStop(0, groundOf(heat, look, lowest));
  scale.addColorStop(1, strong);
  ctx.fillStyle = scale;
  ctx.fillRect(x, top, SCALE_PX, SIGN_PX);
  x += SCALE_PX + 10;
  draw(numbers.quantity(highest, 2, unit));
  x += 14;
  drawHatch(ctx, { left: x, top, width: 2 * SIGN_PX, height: SIGN_PX }, look);
  x += 2 * SIGN_PX + 10;
  draw(none);
}
