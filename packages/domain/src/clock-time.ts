const CLOCK_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** True if the text is a time of day `HH:mm`, 00:00 to 23:59. */
export function isClockTime(text: string): boolean {
  return CLOCK_TIME.test(text);
}
