import { roundTo } from '@busbar/domain/formats/number-format';
/** Share of online devices, per cent (docs/specification/dashboard.md 4.2); null if none exist. */
export function onlineRate(online: number, total: number): number | null {
  return total === 0 ? null : roundTo((online / total) * 100, 2);
}

/** A half circle as SVG path, starting at the left; `part` is the drawn fraction from 0 to 1. */
export function gaugeArc(part: number, radius: number, centre: { x: number; y: number }): string {
  const angle = Math.PI * (1 - Math.max(0, Math.min(1, part)));
  const digits = (n: number) => Math.round(n * 100) / 100;
  const x = digits(centre.x + radius * Math.cos(angle));
  const y = digits(centre.y - radius * Math.sin(angle));
  return `M${centre.x - radius} ${centre.y}A${radius} ${radius} 0 0 1 ${x} ${y}`;
}
