/**
 * Cells of an hour-by-day table that are coloured by value: intensity, colour and text colour.
 * Backgrounds are mixed in the same way as `color-mix(in srgb)` on the screen.
 */
const MIN_SHARE = 6;

/**
 * Percentage of the strong colour in the background of a value. The lowest value differs from the
 * background of a cell without a value.
 */
export function heatShare(value: number, lowest: number, highest: number): number {
  const part = Math.round(((value - lowest) / (highest - lowest || 1)) * 100);
  return MIN_SHARE + part * ((100 - MIN_SHARE) / 100);
}

type Rgb = readonly [number, number, number];

const channels = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** Mixes two colours, both `#rrggbb`; `share` is the percentage of the first. */
export function mixedColor(strong: string, ground: string, share: number): string {
  const [a, b] = [channels(strong), channels(ground)];
  const mixed = a.map((one, i) => Math.round((one * share + b[i]! * (100 - share)) / 100));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever contrasts more with the background: at least 4.5 to 1 (WCAG 1.4.3). */
export function inkOn(ground: string): '#000000' | '#ffffff' {
  const [r, g, b] = channels(ground).map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff';
}

/** Number of decimals with which the highest value still fits a cell of five or six characters. */
export function heatDigits(lowest: number, highest: number): 0 | 1 | 2 {
  const size = Math.max(Math.abs(lowest), Math.abs(highest));
  return size < 100 ? 2 : size < 1000 ? 1 : 0;
}
