import { plainText } from './plain-text.ts';

/**
 * Normalizes a typed time of day: returns `06:30` for `630`, `6:30`, `6.30`, `06：30`, `06:30:00`,
 * `2026-11-01T06:30` and for non-Latin digits. Seconds are dropped. Invalid text is returned
 * unchanged.
 */
export function clockTimeOf(text: string): string {
  const match =
    /^(?:\d{4}-\d{1,2}-\d{1,2}[T ])?(\d{1,2})(?:[:.]?(\d{2})|[:.](\d{2})[:.]\d{2}(?:\.\d+)?)$/.exec(
      plainText(text),
    );
  if (match === null) return text.trim();
  return `${match[1]!.padStart(2, '0')}:${match[2] ?? match[3]}`;
}
