/**
 * What happened, on the chart: a sign at the head of a dotted line, or a hatched span. Kinds are
 * told apart by their shapes, not by colour alone. What began before the chart and still stands in
 * it has its sign at the edge, without the line: nothing happened there.
 */
import uPlot from 'uplot';

export type MarkShape = 'triangle' | 'diamond' | 'band';

export interface ChartMark {
  readonly shape: MarkShape;
  readonly atMs: number;
  /** Where it ends: a band, and what stands. */
  readonly endMs: number;
  /** A CSS colour; canvas knows no variables. */
  readonly color: string;
}

const HALF_PX = 5;
const HATCH_PX = 7;
const BAND_ALPHA = 0.35;
const LINE_ALPHA = 0.55;

export function drawMarks(chart: uPlot, marks: readonly ChartMark[]): void {
  const { min, max } = chart.scales.x ?? {};
  if (typeof min !== 'number' || typeof max !== 'number') return;
  const { ctx } = chart;
  ctx.save();
  for (const mark of marks) {
    if (mark.atMs / 1000 > max || mark.endMs / 1000 < min) continue;
    ctx.strokeStyle = mark.color;
    ctx.fillStyle = mark.color;
    if (mark.shape === 'band') drawBand(chart, mark, min, max);
    else drawSign(chart, mark, min);
  }
  ctx.restore();
}

function drawBand(chart: uPlot, { atMs, endMs }: ChartMark, min: number, max: number): void {
  const { ctx, bbox } = chart;
  const left = chart.valToPos(Math.max(min, atMs / 1000), 'x', true);
  const right = chart.valToPos(Math.min(max, endMs / 1000), 'x', true);
  const width = Math.max(uPlot.pxRatio, right - left);
  ctx.save();
  ctx.globalAlpha = BAND_ALPHA;
  ctx.lineWidth = uPlot.pxRatio;
  ctx.beginPath();
  ctx.rect(left, bbox.top, width, bbox.height);
  ctx.clip();
  ctx.beginPath();
  const step = HATCH_PX * uPlot.pxRatio;
  for (let x = left - bbox.height; x < left + width; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.stroke();
  ctx.restore();
}

function drawSign(chart: uPlot, { atMs, shape }: ChartMark, min: number): void {
  const { ctx, bbox } = chart;
  const ratio = uPlot.pxRatio;
  const beganBefore = atMs / 1000 < min;
  const x = Math.round(chart.valToPos(Math.max(min, atMs / 1000), 'x', true));
  const half = HALF_PX * ratio;
  ctx.beginPath();
  if (shape === 'triangle') {
    ctx.moveTo(x - half, bbox.top);
    ctx.lineTo(x + half, bbox.top);
    ctx.lineTo(x, bbox.top + 1.7 * half);
  } else {
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x + half, bbox.top + half);
    ctx.lineTo(x, bbox.top + 2 * half);
    ctx.lineTo(x - half, bbox.top + half);
  }
  ctx.fill();
  if (beganBefore) return;
  ctx.globalAlpha = LINE_ALPHA;
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top + 2 * half);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

export interface ChartLevel {
  readonly value: number;
  readonly label: string;
}

/** Only levels within the axis: one far off would flatten the lines it is held against. */
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
  ctx.textBaseline = 'bottom';
  ctx.setLineDash([6 * ratio, 4 * ratio]);
  for (const { value, label } of levels) {
    if (typeof min !== 'number' || typeof max !== 'number' || value < min || value > max) continue;
    const y = Math.round(chart.valToPos(value, 'y', true));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(label, bbox.left + 4 * ratio, y - ratio);
  }
  ctx.restore();
}
