/** Notes about a device: what somebody who stood before it leaves for the next one. */
export const LONGEST_NOTE = 2_000;
/** Of one device; more is a book nobody reads. */
export const MOST_NOTES = 200;
