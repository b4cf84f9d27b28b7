import { plainText } from './plain-text.ts';

/**
 * Returns `06:30` for `630`, `6:30`, `6.30`, `06：30`, `06:30:00`, `2026-11-01T06:30` and for other
 * digits. Seconds are dropped. Invalid text is returned as typed.
 */
export function clockTimeOf(text: string): string {
  const match =
    /^(?:\d{4}-\d{1,2}-\d{1,2}[T ])?(\d{1,2})(?:[:.]?(\d{2})|[:.](\d{2})[:.]\d{2}(?:\.\d+)?)$/.exec(
      plainText(text),
    );
  if (match === null) return text.trim();
  return `${match[1]!.padStart(2, '0')}:${match[2] ?? match[3]}`;
}
