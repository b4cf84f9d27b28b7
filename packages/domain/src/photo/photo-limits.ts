/** What a photo of a device may be, and how many there may be. */
export const MOST_PHOTO_BYTES = 5 * 1024 * 1024;
/** A browser needs four bytes for each to show it. */
export const MOST_PHOTO_PIXELS = 50_000_000;
export const MOST_PHOTOS_OF_DEVICE = 12;
/** Of one customer, bytes. */
export const MOST_PHOTO_BYTES_OF_CUSTOMER = 500 * 1024 * 1024;
export const LONGEST_CAPTION = 200;
