/** `630`, `6:30`, `6.30` and `06：30` are meant as `06:30`; what names no time stays as typed. */
export function clockTimeOf(text: string): string {
  const match = /^(\d{1,2})[:.\uff1a]?(\d{2})$/.exec(text.trim());
  if (match === null) return text.trim();
  return `${match[1]!.padStart(2, '0')}:${match[2]}`;
}
