/**
 * Frames a client sends. Only one kind means anything: the user id, bare or as `{"userId":…}`
 * (docs/specification/real-time.md 1.2). It opens nothing; it is compared with the session
 * (docs/decisions.md 5).
 */

/** The user id a frame names; undefined when it names none. */
export function userIdOfFrame(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[0-9]{1,10}$/.test(trimmed)) return trimmed;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    // Not JSON: a frame of another kind, of which there is none yet.
    return undefined;
  }
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'userId')) {
    value = (value as { userId: unknown }).userId;
  }
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}
