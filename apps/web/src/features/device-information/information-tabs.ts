/** Tabs of the device information page; the address contains the open one. */
export const INFORMATION_TABS = ['plate', 'connection', 'notes', 'photos', 'access'] as const;
export type InformationTab = (typeof INFORMATION_TABS)[number];
