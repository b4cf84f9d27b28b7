/** Tabs of the device information page; the open tab is stored in the URL. */
export const INFORMATION_TABS = ['plate', 'connection', 'notes', 'photos', 'access'] as const;
export type InformationTab = (typeof INFORMATION_TABS)[number];
