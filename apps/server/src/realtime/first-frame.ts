/**
 * Frames that a client sends. The only recognized kind is the user id, bare or as `{"userId":…}`
 * (docs/specification/real-time.md 1.2). It grants nothing; it is compared with the session
 * (docs/decisions.md 5).
 */

/** Returns the user id in a frame; undefined if there is none. */
export function userIdOfFrame(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[0-9]{1,10}$/.test(trimmed)) return trimmed;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    // A frame that is not JSON is of another kind, and no such kind is defined yet.
    return undefined;
  }
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'userId')) {
    value = (value as { userId: unknown }).userId;
  }
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}
