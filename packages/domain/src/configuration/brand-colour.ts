/**
 * Text contrast of a brand colour: text is readable on it if its contrast with white or with the
 * dark text colour is at least 4.5 to 1 (WCAG 2.2, 1.4.3, level AA). Medium colours reach this with
 * neither.
 */
export const WHITE = '#ffffff';
/** The text colour of the light theme. */
export const DARK = '#17212e';
export const MIN_CONTRAST = 4.5;

const COLOUR = /^#[0-9a-f]{6}$/i;

/** True for `#` and six hexadecimal digits. */
export function isColour(text: string): boolean {
  return COLOUR.test(text);
}

/** Contrast ratio, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Returns the text colour that is readable on it, or undefined if neither is. */
export function textColourOn(colour: string): typeof WHITE | typeof DARK | undefined {
  return ([WHITE, DARK] as const).find(
    (textColour) => contrast(colour, textColour) >= MIN_CONTRAST,
  );
}

/** Relative luminance of sRGB, 0 to 1. */
function luminance(colour: string): number {
  const part = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
