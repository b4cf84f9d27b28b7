/** Notes about a device, left by a technician on site for the next one. */
export const LONGEST_NOTE = 2_000;
/** Maximum number per device; more would be unreadable. */
export const MAX_NOTES = 200;
