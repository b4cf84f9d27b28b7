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
  { base: '../../../../../../packages/texts/locales/en', import: 'default', eager: true },
);
