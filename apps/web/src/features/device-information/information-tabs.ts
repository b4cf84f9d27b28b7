/** Tabs of the device record; the open tab is stored in the URL. */
export const INFORMATION_TABS = [
  'plate',
  'connection',
  'notes',
  'photos',
  'set-up',
  'access',
] as const;
export type InformationTab = (typeof INFORMATION_TABS)[number];
