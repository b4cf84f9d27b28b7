/** Limits of an import file. A file that exceeds them is rejected as a whole, with a message. */
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 50;
/** Size of the uploaded file in bytes. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
/** The heading row must be among the first rows; files often begin with titles. */
export const HEAD_WITHIN_ROWS = 20;
/** Characters of a cell; longer text is truncated. */
export const LONGEST_CELL = 4_096;
/** The same limits as in the form of a single device. */
export const LONGEST_NAME = 100;
export const LONGEST_ADDRESS = 300;
