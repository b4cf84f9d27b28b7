/** What one file of an import may be. Beyond these it is refused whole, with a sentence. */
export const MOST_IMPORT_ROWS = 10_000;
export const MOST_IMPORT_COLUMNS = 50;
/** Bytes of the file as it is sent. */
export const MOST_IMPORT_BYTES = 5 * 1024 * 1024;
/** The columns are named within so many rows from the top: files begin with titles. */
export const HEAD_WITHIN_ROWS = 20;
/** Characters of a cell; what follows them is left out. */
export const LONGEST_CELL = 4_096;
/** As the form of one device has them. */
export const LONGEST_NAME = 100;
export const LONGEST_ADDRESS = 300;
