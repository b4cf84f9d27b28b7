/** Tabs of the device data page, in display order. */
export const DATA_TABS = ['history', 'compare', 'load', 'quality', 'live', 'energy'] as const;
export type DataTab = (typeof DATA_TABS)[number];
