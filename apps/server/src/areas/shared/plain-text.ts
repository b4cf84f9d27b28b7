/**
 * Free text as it is stored: one line, one spelling. What no form can show is taken out here and
 * not at each screen: control characters (the database refuses NUL), the marks that turn the
 * direction of the text around them (a name must not make another name read backwards), and halves
 * of characters.
 */
const NOT_SHOWN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** Trimmed; empty when nothing that can be seen is left. */
export function plainText(text: string | null | undefined): string {
  return (text ?? '')
    .replace(NOT_SHOWN, ' ')
    .replace(HALF_CHARACTER, '\ufffd')
    .normalize('NFC')
    .trim();
}

/** The text as a pattern of LIKE that means nothing but itself, anywhere in the value. */
export function likeAnywhere(text: string): string {
  return `%${plainText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
