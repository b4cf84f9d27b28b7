/** The parts of the page about one device; the address names the open one. */
export const INFORMATION_TABS = ['plate', 'connection', 'notes', 'photos', 'access'] as const;
export type InformationTab = (typeof INFORMATION_TABS)[number];
