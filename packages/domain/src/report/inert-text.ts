/**
 * Text in a cell that a spreadsheet would interpret as a formula (OWASP, CSV injection): it begins
 * with = + - @ or their full-width forms, which Excel accepts too in Chinese and Japanese
 * environments, or with white space that a program may skip. Numbers are written as numeric cells
 * and do not pass through here.
 */
const LIKE_FORMULA = /^[\s\p{Cc}\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const BEGINS_BLANK = /^[\t\r\n\0]/;

export function looksLikeFormula(text: string): boolean {
  return LIKE_FORMULA.test(text) || BEGINS_BLANK.test(text);
}

/** Characters that no exported file can contain: they are invalid in XML, and invisible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const NOT_WRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const HALF_CHARACTER = /\p{Surrogate}/gu;

export function writableText(text: string): string {
  return text.replace(NOT_WRITABLE, '').replace(HALF_CHARACTER, '\ufffd');
}

/** Includes semicolons and tabs: LibreOffice offers to split there, even in a file with commas. */
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;
/**
 * Text that programs interpret as another type: a code of digits as a number, "1/2", "12:30", "May
 * 5" and "5-May-26" as dates and times, "5 %" and "(5)" as values. Only quotes mark such a cell as
 * text.
 */
const LIKE_VALUE =
  /^[\p{N}\p{Sc}(.][\p{N}\p{Sc}\s.,:/%()'e+-]*(?:am|pm)?$|^(?:\d{1,4}[ ./-]?)?\p{L}{3,9}[ ./-]*\d{1,4}(?:,? \d{4})?$|^\d{1,4}[ ./-]?\p{L}{3,9}$|^(?:true|false)$/iu;
/** Dates and times may be interpreted as such. */
const TIME = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: [+-]\d\d:\d\d)?)?$/;

/** A CSV field (RFC 4180), quoted if a program could split it or interpret it as a value. */
export function csvField(text: string): string {
  const isQuoted = NEEDS_QUOTES.test(text) || (LIKE_VALUE.test(text) && !TIME.test(text));
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
