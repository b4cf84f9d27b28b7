/** Limits on the size and number of device photos. */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
/** A browser needs four bytes per pixel to display it. */
export const MAX_PHOTO_PIXELS = 50_000_000;
export const MAX_PHOTOS_OF_DEVICE = 12;
/** Total per customer, bytes. */
export const MAX_PHOTO_BYTES_OF_CUSTOMER = 500 * 1024 * 1024;
export const LONGEST_CAPTION = 200;
