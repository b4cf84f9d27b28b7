/**
 * Signs of markup in a name: one rule for every name a person types. A name travels into mails,
 * files and other systems that may not escape it. How long a name may be is each form's own.
 */
const MARKUP = /[<>]/u;

export function hasMarkup(name: string): boolean {
  return MARKUP.test(name);
}
