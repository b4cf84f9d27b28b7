/** Paints a descending curve over fractions of time, with its area and axes, on a canvas. */
import type { Numbers } from '@busbar/domain/formats/number-format';
import type { Painter, PictureLook, PictureRect } from '../picture-frame.ts';
import { type Curve, type CurvePath, curvePath } from './curve-geometry.ts';

export const CURVE_PICTURE_HEIGHT = 460;

interface DrawnCurve {
  readonly curve: Curve;
  readonly color: string;
  /** Fill colour of the area under the curve. */
  readonly fill: string;
  /** Title of the time axis. */
  readonly axis: string;
  readonly numbers: Numbers;
}

const LEFT_PX = 56;
const RIGHT_PX = 20;
const TOP_PX = 8;
const BOTTOM_PX = 52;
const TEXT_PX = 12;

export function curvePainter({ curve, color, fill, axis, numbers }: DrawnCurve): Painter {
  return (ctx, rect, look) => {
    const box = {
      left: rect.left + LEFT_PX,
      top: rect.top + TOP_PX,
      width: rect.width - LEFT_PX - RIGHT_PX,
      height: rect.height - TOP_PX - BOTTOM_PX,
    };
    const path = curvePath(curve, box, numbers);
    drawGrid(ctx, path, box, look);
    ctx.fillText(axis, box.left + box.width / 2, rect.top + rect.height - TEXT_PX / 2);
    const line = lineOf(path);
    const area = new Path2D(line);
    area.lineTo(path.points.at(-1)![0], path.floor);
    area.lineTo(path.points[0]![0], path.floor);
    area.closePath();
    ctx.save();
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = fill;
    ctx.fill(area);
    ctx.restore();
    ctx.strokeStyle = color;
    ctx.lineWidth = 2;
    ctx.stroke(line);
  };
}

function lineOf({ points }: CurvePath): Path2D {
  const line = new Path2D();
  for (const [x, y] of points) line.lineTo(x, y);
  return line;
}

function drawGrid(
  ctx: CanvasRenderingContext2D,
  { parts, values }: CurvePath,
  { left, top, width, height }: PictureRect,
  look: PictureLook,
): void {
  ctx.strokeStyle = look.line;
  ctx.lineWidth = 1;
  ctx.fillStyle = look.text;
  ctx.font = `${TEXT_PX}px ${look.font}`;
  ctx.beginPath();
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const { at, text } of values) {
    ctx.moveTo(left, at);
    ctx.lineTo(left + width, at);
    ctx.fillText(text, left - 8, at);
  }
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  for (const { at, text } of parts) {
    ctx.moveTo(at, top);
    ctx.lineTo(at, top + height);
    ctx.fillText(text, at, top + height + 18);
  }
  ctx.stroke();
}
