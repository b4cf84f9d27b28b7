/**
 * Text in a cell that a spreadsheet would take for a formula (OWASP, CSV injection): it begins with
 * = + - @ or their full-width forms, which Excel takes too where Chinese or Japanese is written, or
 * with white space a program may pass over. Numbers are cells of their own and never come here.
 */
const LIKE_FORMULA = /^[\s\p{Cc}\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const BEGINS_BLANK = /^[\t\r\n\0]/;

export function looksLikeFormula(text: string): boolean {
  return LIKE_FORMULA.test(text) || BEGINS_BLANK.test(text);
}

/** What no file of ours can hold: XML has no such characters, and nobody can see them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const NOT_WRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const HALF_CHARACTER = /\p{Surrogate}/gu;

export function writableText(text: string): string {
  return text.replace(NOT_WRITABLE, '').replace(HALF_CHARACTER, '\ufffd');
}

/** Semicolons and tabs too: LibreOffice offers to part there, also in a file with commas. */
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;
/**
 * What programs take for something else: a code of digits for a number, "1/2", "12:30", "May 5" and "5-May-26" for
 * days and times, "5 %" and "(5)" for values. Only in quotes can one know that it is text.
 */
const LIKE_VALUE =
  /^[\p{N}\p{Sc}(.][\p{N}\p{Sc}\s.,:/%()'e+-]*(?:am|pm)?$|^(?:\d{1,4}[ ./-]?)?\p{L}{3,9}[ ./-]*\d{1,4}(?:,? \d{4})?$|^\d{1,4}[ ./-]?\p{L}{3,9}$|^(?:true|false)$/iu;
/** Days and times may be read as such. */
const TIME = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: [+-]\d\d:\d\d)?)?$/;

/** Text as a field of CSV (RFC 4180), in quotes where a program could part it or take it for a value. */
export function csvField(text: string): string {
  const isQuoted = NEEDS_QUOTES.test(text) || (LIKE_VALUE.test(text) && !TIME.test(text));
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
