/** `HH:mm` of a minute of the day, `24:00` for its end. */
export function clockOfMinute(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
