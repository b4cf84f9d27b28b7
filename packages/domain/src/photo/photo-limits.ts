/** Limits on the size and number of device photos. */
export const MOST_PHOTO_BYTES = 5 * 1024 * 1024;
/** A browser needs four bytes per pixel to display it. */
export const MOST_PHOTO_PIXELS = 50_000_000;
export const MOST_PHOTOS_OF_DEVICE = 12;
/** Total per customer, bytes. */
export const MOST_PHOTO_BYTES_OF_CUSTOMER = 500 * 1024 * 1024;
export const LONGEST_CAPTION = 200;
