/** Fonts and colours of a bill. It must also be legible on a printer without colours. */
import type { Ink } from '../../../shared/pdf/pdf-sheet.ts';

export const COLOURS = {
  text: '#14181f',
  muted: '#596273',
  rule: '#c9cfd8',
  strong: '#14181f',
  band: '#f1f3f6',
} as const;

const base: Ink = { size: 8.5, weight: 'regular', direction: 'auto', colour: COLOURS.text };
const number: Ink = { ...base, direction: 'ltr' };

/** `direction: 'ltr'` is that of numbers, days and codes; a minus sign stays before its number. */
export const INKS = {
  title: { ...base, size: 19, weight: 'bold' },
  party: { ...base, size: 11, weight: 'bold' },
  text: base,
  strong: { ...base, weight: 'bold' },
  muted: { ...base, colour: COLOURS.muted },
  section: { ...base, size: 11, weight: 'bold' },
  heading: { ...base, size: 7.5, colour: COLOURS.muted },
  number,
  code: { ...number, colour: COLOURS.muted },
  sum: { ...number, weight: 'bold' },
  total: { ...number, size: 12, weight: 'bold' },
  totalLabel: { ...base, size: 12, weight: 'bold' },
  footer: { ...base, size: 7.5, colour: COLOURS.muted },
} as const satisfies Record<string, Ink>;

/** Distance of two baselines of the same text. */
export const leading = ({ size }: Ink): number => size * 1.4;
