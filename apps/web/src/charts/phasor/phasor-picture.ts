/** Draws the phasor diagram on a canvas, with the same geometry as on the screen. */
import type { PhaseColors } from '../phase-colors.ts';
import type { Painter, PictureLook } from '../picture-frame.ts';
import {
  CURRENT_RADIUS,
  PHASOR_RADIUS,
  PHASOR_REACH,
  type PhasorArrow,
  type PhasorPicture,
  phasorArrows,
} from './phasor-geometry.ts';

export const PHASOR_PICTURE_HEIGHT = 560;
/** Dash pattern of current arrows, in units of the diagram. */
export const CURRENT_DASH = [5, 3] as const;

/** Angle between the spokes (30 degrees). */
const SPOKE = Math.PI / 6;

export function phasorPainter(picture: PhasorPicture, colors: PhaseColors): Painter {
  return (ctx, rect, look) => {
    ctx.save();
    ctx.translate(rect.left + rect.width / 2, rect.top + rect.height / 2);
    const scale = Math.min(rect.width, rect.height) / (2 * PHASOR_REACH);
    ctx.scale(scale, scale);
    drawRings(ctx, look);
    for (const arrow of phasorArrows(picture)) {
      drawArrow(ctx, arrow, colors[arrow.phasor.phase.toLowerCase() as 'a' | 'b' | 'c'], look);
    }
    ctx.fillStyle = look.text;
    ctx.beginPath();
    ctx.arc(0, 0, 2.5, 0, 2 * Math.PI);
    ctx.fill();
    ctx.restore();
  };
}

function drawRings(ctx: CanvasRenderingContext2D, { line }: PictureLook): void {
  ctx.strokeStyle = line;
  ctx.lineWidth = 0.6;
  ctx.beginPath();
  for (let angle = 0; angle < Math.PI; angle += SPOKE) {
    const [x, y] = [PHASOR_RADIUS * Math.cos(angle), PHASOR_RADIUS * Math.sin(angle)];
    ctx.moveTo(-x, -y);
    ctx.lineTo(x, y);
  }
  ctx.stroke();
  ctx.lineWidth = 1;
  for (const [radius, dash] of [
    [PHASOR_RADIUS, []],
    [CURRENT_RADIUS, [2, 4]],
  ] as const) {
    ctx.setLineDash([...dash]);
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

function drawArrow(
  ctx: CanvasRenderingContext2D,
  { phasor, tip, turn, label }: PhasorArrow,
  color: string,
  { ink, surface, font }: PictureLook,
): void {
  const isVoltage = phasor.kind === 'voltage';
  ctx.strokeStyle = color;
  ctx.lineWidth = isVoltage ? 2.4 : 2;
  ctx.setLineDash(isVoltage ? [] : [...CURRENT_DASH]);
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.lineTo(tip.x, tip.y);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.save();
  ctx.translate(tip.x, tip.y);
  ctx.rotate((turn * Math.PI) / 180);
  const head = new Path2D('M0 0L-8 -3.6V3.6Z');
  ctx.fillStyle = isVoltage ? color : surface;
  ctx.fill(head);
  ctx.lineWidth = 1.4;
  ctx.stroke(head);
  ctx.restore();
  ctx.fillStyle = ink;
  const [sign, signFont, indexFont] = [
    isVoltage ? 'U' : 'I',
    `600 11px ${font}`,
    `600 8px ${font}`,
  ];
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.font = indexFont;
  const indexWidth = ctx.measureText(phasor.phase).width;
  ctx.font = signFont;
  const signWidth = ctx.measureText(sign).width;
  const x = label.x - (signWidth + indexWidth) / 2;
  ctx.fillText(sign, x, label.y);
  ctx.font = indexFont;
  ctx.fillText(phasor.phase, x + signWidth, label.y + 3);
}
