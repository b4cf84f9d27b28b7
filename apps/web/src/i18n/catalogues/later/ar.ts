/** Texts of the shell and of the dashboard, and those that most pages use, in one file. */
export const later = import.meta.glob<Record<string, unknown>>(
  [
    './shell.json',
    './alarms.json',
    './refusals.json',
    './devices.json',
    './control.json',
    './dashboard.json',
    './maps.json',
  ],
  { base: '../../../../../../packages/texts/locales/ar', import: 'default', eager: true },
);

/** All other texts; in this file, because the sign-in page needs none of their names. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  [
    './*.json',
    '!./{auth,common,errors,register,sign-in-more}.json',
    '!./{shell,alarms,refusals,devices,control,dashboard,maps}.json',
  ],
  { base: '../../../../../../packages/texts/locales/ar', import: 'default' },
);
