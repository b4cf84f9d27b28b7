/**
 * Markup characters in a name: one rule for every name a user enters. Names are copied to mails,
 * files and other systems that may not escape them. Each form defines its own maximum length.
 */
const MARKUP = /[<>]/u;

export function hasMarkup(name: string): boolean {
  return MARKUP.test(name);
}
