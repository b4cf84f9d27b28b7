/** Catalogue files of this language; a separate list, so that only one of the six is loaded. */

/** Texts of the sign-in page, which are part of this file. */
export const first = import.meta.glob<Record<string, unknown>>(
  ['./auth.json', './common.json', './errors.json'],
  { base: '../../../../../packages/texts/locales/ru', import: 'default', eager: true },
);

/** Texts of the other pages before the sign-in. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  ['./register.json', './sign-in-more.json'],
  { base: '../../../../../packages/texts/locales/ru', import: 'default' },
);
