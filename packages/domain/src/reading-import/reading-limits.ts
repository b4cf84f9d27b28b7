/** Limits of a file of readings. A file that exceeds them is rejected as a whole. */
export const MAX_READING_ROWS = 100_000;
/** Listed problems; the others are only counted. */
export const MAX_READING_PROBLEMS = 500;
/** kWh; ten times the largest register of a meter in the field. */
export const MAX_READING_KWH = 999_999_999;
/** Stored readings of the device within the period of a file; more leave nothing to import. */
export const MAX_STORED_IN_PERIOD = 50_000;
