/** Formats a minute of the day as `HH:mm`, and the end of the day as `24:00`. */
export function clockOfMinute(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
