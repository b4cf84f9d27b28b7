/** Catalogue files of this language; a separate list, so that only one of the six is loaded. */

/** Texts of the sign-in page, which are part of this file. */
export const first = import.meta.glob<Record<string, unknown>>(
  ['./auth.json', './common.json', './errors.json'],
  { base: '../../../../../packages/texts/locales/ar', import: 'default', eager: true },
);

export const catalogues = import.meta.glob<Record<string, unknown>>(
  [
    './*.json',
    '!./{auth,common,errors}.json',
    '!./{shell,alarms,refusals,devices,control,dashboard,maps}.json',
  ],
  { base: '../../../../../packages/texts/locales/ar', import: 'default' },
);
