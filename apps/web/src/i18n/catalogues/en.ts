/** Where each catalogue of this language is; a list for itself, so that nobody loads those of six. */
export const catalogues = import.meta.glob<Record<string, unknown>>('../locales/en/*.json', {
  import: 'default',
});
