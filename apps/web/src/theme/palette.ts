/**
 * All colours of the screens, light and dark. `tokens.css` contains the same values as CSS
 * variables for content rendered before (or without) the component library; a test compares the
 * two.
 */
export interface Palette {
  page: string;
  surface: string;
  raised: string;
  hover: string;
  line: string;
  lineStrong: string;
  text: string;
  textSoft: string;
  textFaint: string;
  accent: string;
  accentText: string;
  accentSoft: string;
  green: string;
  greenSoft: string;
  red: string;
  redSoft: string;
  amber: string;
  amberSoft: string;
  grey: string;
  greySoft: string;
  purple: string;
  purpleSoft: string;
}

export const LIGHT: Palette = {
  page: '#f3f5f8',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#eef2f7',
  line: '#dfe5ec',
  lineStrong: '#b4bfcc',
  text: '#17212e',
  textSoft: '#4d5b6c',
  textFaint: '#606e80',
  accent: '#1668dc',
  accentText: '#1259c0',
  accentSoft: '#e6f0fd',
  green: '#167a41',
  greenSoft: '#e3f4ea',
  red: '#bf2c2c',
  redSoft: '#fdeaea',
  amber: '#8f5500',
  amberSoft: '#fdf1dc',
  grey: '#5a6777',
  greySoft: '#edf0f4',
  purple: '#6f37ae',
  purpleSoft: '#f2eafb',
};

export const DARK: Palette = {
  page: '#0d131b',
  surface: '#141c26',
  raised: '#1b2532',
  hover: '#1f2b3a',
  line: '#283445',
  lineStrong: '#45556a',
  text: '#e6ecf3',
  textSoft: '#a9b6c6',
  textFaint: '#8c9bad',
  accent: '#1668dc',
  accentText: '#6cb0ff',
  accentSoft: '#152b48',
  green: '#56c98a',
  greenSoft: '#123324',
  red: '#ff8a80',
  redSoft: '#3b1a1c',
  amber: '#f2b950',
  amberSoft: '#37290f',
  grey: '#9dabbb',
  greySoft: '#222d3a',
  purple: '#c3a2f5',
  purpleSoft: '#2b2040',
};

/** Phase colours of all charts (docs/design.md 2.4); a user setting selects the IEC set. */
export const PHASE_COLORS = {
  standard: { a: '#D9A400', b: '#2E9E5B', c: '#D64545' },
  iec: { a: '#8B5A2B', b: '#3A3A3A', c: '#8F9AA6' },
} as const;

/** Returns the CSS variable of a palette entry: `textSoft` is `--text-soft`. */
export function cssVariableOf(name: keyof Palette): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
