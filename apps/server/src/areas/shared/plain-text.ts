/**
 * Normalizes free text before it is stored: one line, one Unicode form. Characters that cannot be
 * displayed are removed here rather than on each screen: control characters (the database rejects
 * NUL), direction marks (one name must not make another read backwards), and lone surrogates.
 */
const NOT_SHOWN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** Trims the text; returns an empty string if no visible character remains. */
export function plainText(text: string | null | undefined): string {
  return (text ?? '')
    .replace(NOT_SHOWN, ' ')
    .replace(HALF_CHARACTER, '\ufffd')
    .normalize('NFC')
    .trim();
}

/** Returns a LIKE pattern that matches the text literally, anywhere in the value. */
export function likeAnywhere(text: string): string {
  return `%${plainText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
