/** Catalogue files of this language; a separate list, so that only one of the six is loaded. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./*.json', {
  base: '../../../../../packages/texts/locales/ru',
  import: 'default',
});
