/**
 * Event markers on a chart: a symbol at the top of a dotted line, or a hatched span. Kinds of
 * events are distinguished by shape, not only by colour. The symbol of an event that began before
 * the chart and is still active is at the chart's edge and has no line, because nothing happened at
 * that instant.
 */
import uPlot from 'uplot';

export type MarkShape = 'triangle' | 'diamond' | 'band';

export interface ChartMark {
  readonly shape: MarkShape;
  readonly atMs: number;
  /** End of a hatched span or of an event with a duration. */
  readonly endMs: number;
  /** A resolved CSS colour; canvas does not support CSS variables. */
  readonly color: string;
  /**
   * Set if the marker belongs to one of several lines; its symbol is then drawn in a separate lane
   * with the line's name.
   */
  readonly of?: { readonly label: string; readonly lane: number };
}

const HALF_PX = 5;
const HATCH_PX = 7;
/** Height of a lane, which contains a symbol and its name. */
const LANE_PX = 14;
const NAME_PX = 10;
const LANE_GAP_PX = 4;
const BAND_ALPHA = 0.35;
const LANE_ALPHA = 0.8;
const LINE_ALPHA = 0.55;

export interface MarkLook {
  readonly surface: string;
  readonly font: string;
}

export function drawMarks(chart: uPlot, marks: readonly ChartMark[], look: MarkLook): void {
  const { min, max } = chart.scales.x ?? {};
  if (typeof min !== 'number' || typeof max !== 'number') return;
  const { ctx } = chart;
  ctx.save();
  for (const mark of marks) {
    if (mark.atMs / 1000 > max || mark.endMs / 1000 < min) continue;
    ctx.strokeStyle = mark.color;
    ctx.fillStyle = mark.color;
    if (mark.shape === 'band') drawBand(chart, mark, look, min, max);
    else drawSign(chart, mark, look, min);
  }
  ctx.restore();
}

/**
 * The span covers the full height, or only the lane of its line, because the spans of several lines
 * would overlap.
 */
function drawBand(
  chart: uPlot,
  { atMs, endMs, of }: ChartMark,
  look: MarkLook,
  min: number,
  max: number,
): void {
  const { ctx, bbox } = chart;
  const ratio = uPlot.pxRatio;
  const left = chart.valToPos(Math.max(min, atMs / 1000), 'x', true);
  const right = chart.valToPos(Math.min(max, endMs / 1000), 'x', true);
  const width = Math.max(ratio, right - left);
  const height = of === undefined ? bbox.height : (LANE_PX - LANE_GAP_PX) * ratio;
  const top = bbox.top + (of === undefined ? 0 : (of.lane * LANE_PX + LANE_GAP_PX / 2) * ratio);
  ctx.save();
  ctx.globalAlpha = of === undefined ? BAND_ALPHA : LANE_ALPHA;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.beginPath();
  const step = HATCH_PX * ratio;
  for (let x = left - height; x < left + width; x += step) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
  if (of !== undefined) drawName(chart, of, look, left + 2 * ratio);
}

/** The name is drawn on the chart background so that it is readable over lines and hatching. */
function drawName(
  { ctx, bbox }: uPlot,
  { label, lane }: NonNullable<ChartMark['of']>,
  { surface, font }: MarkLook,
  x: number,
): void {
  const ratio = uPlot.pxRatio;
  const y = bbox.top + (lane + 0.5) * LANE_PX * ratio;
  ctx.font = `600 ${NAME_PX * ratio}px ${font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = 3 * ratio;
  const color = ctx.strokeStyle;
  ctx.strokeStyle = surface;
  ctx.strokeText(label, x, y);
  ctx.strokeStyle = color;
  ctx.fillText(label, x, y);
}

function drawSign(chart: uPlot, { atMs, shape, of }: ChartMark, look: MarkLook, min: number): void {
  const { ctx, bbox } = chart;
  const ratio = uPlot.pxRatio;
  const beganBefore = atMs / 1000 < min;
  const x = Math.round(chart.valToPos(Math.max(min, atMs / 1000), 'x', true));
  const half = HALF_PX * ratio;
  const top = bbox.top + (of?.lane ?? 0) * LANE_PX * ratio;
  ctx.beginPath();
  if (shape === 'triangle') {
    ctx.moveTo(x - half, top);
    ctx.lineTo(x + half, top);
    ctx.lineTo(x, top + 1.7 * half);
  } else {
    ctx.moveTo(x, top);
    ctx.lineTo(x + half, top + half);
    ctx.lineTo(x, top + 2 * half);
    ctx.lineTo(x - half, top + half);
  }
  ctx.fill();
  if (of !== undefined) drawName(chart, of, look, x + half + 2 * ratio);
  if (beganBefore) return;
  ctx.globalAlpha = LINE_ALPHA;
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x, top + 2 * half);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

export interface ChartLevel {
  readonly value: number;
  readonly label: string;
}

/** Isolates a label by its own direction, because the canvas is left to right in every language. */
const isolated = (label: string) => `\u2068${label}\u2069`;

/** Draws the levels within the axis range. */
export function drawLevels(
  chart: uPlot,
  levels: readonly ChartLevel[],
  look: { readonly mark: string; readonly font: string },
): void {
  const { min, max } = chart.scales.y ?? {};
  const { ctx, bbox } = chart;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.strokeStyle = look.mark;
  ctx.fillStyle = look.mark;
  ctx.lineWidth = ratio;
  ctx.font = `${11 * ratio}px ${look.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.setLineDash([6 * ratio, 4 * ratio]);
  for (const { value, label } of levels) {
    if (typeof min !== 'number' || typeof max !== 'number' || value < min || value > max) continue;
    const y = Math.round(chart.valToPos(value, 'y', true));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(isolated(label), bbox.left + 4 * ratio, y - ratio);
  }
  ctx.restore();
}
