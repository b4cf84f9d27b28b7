/**
 * Lines of longitude and latitude across the view, labelled in degrees. The built-in map contains
 * only coasts and borders; elsewhere, positions are read from these lines.
 */
import { formatNumber, roundTo } from '@busbar/domain/formats/number-format';

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface GraticuleLine {
  readonly isMeridian: boolean;
  readonly degrees: number;
  readonly label: string;
}

const STEPS = [60, 45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Maximum number of lines across the view, so that labels do not touch. */
const MAX_LINES = 6;
/** Latitude limit of Web Mercator. */
const LAST_LATITUDE = 85;

/** Returns the degrees between two lines for a view of `span` degrees. */
export function graticuleStep(span: number): number {
  return STEPS.findLast((step) => span / step <= MAX_LINES) ?? STEPS[0]!;
}

/** `language`: a BCP 47 tag. */
export function graticule(bounds: Bounds, language: string): GraticuleLine[] {
  const step = graticuleStep(bounds.east - bounds.west);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  const lines: GraticuleLine[] = [];
  const add = (isMeridian: boolean, from: number, to: number, limit: number) => {
    for (let n = Math.ceil(from / step); n <= Math.floor(to / step); n += 1) {
      const degrees = roundTo(n * step, decimals + 1);
      if (Math.abs(degrees) > limit) continue;
      lines.push({
        isMeridian,
        degrees,
        label: degreeLabel(degrees, decimals, isMeridian, language),
      });
    }
  };
  add(true, Math.max(bounds.west, -180), Math.min(bounds.east, 180), 180);
  add(false, bounds.south, bounds.north, LAST_LATITUDE);
  return lines;
}

/** Letters of east, west, north and south where they are not the English ones. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  fr: ['E', 'O', 'N', 'S'],
  es: ['E', 'O', 'N', 'S'],
  ru: ['в.\u202fд.', 'з.\u202fд.', 'с.\u202fш.', 'ю.\u202fш.'],
};
const ENGLISH_SIDES = ['E', 'W', 'N', 'S'];

function degreeLabel(
  degrees: number,
  decimals: number,
  isMeridian: boolean,
  language: string,
): string {
  const number = `${formatNumber(Math.abs(degrees), decimals, language)}°`;
  if (degrees === 0) return number;
  const sides = SIDES[language.slice(0, 2)] ?? ENGLISH_SIDES;
  return `${number}\u202f${sides[(isMeridian ? 0 : 2) + (degrees > 0 ? 0 : 1)]}`;
}
