/**
 * Frames that a client sends. The only recognized kind is the user id, bare or as `{"userId":…}`
 * (docs/specification/real-time.md 1.2). It grants nothing; it is compared with the session
 * (docs/decisions.md 5). With `"batches":true` the client takes several frames in one message.
 */

/** Returns the user id in a frame; undefined if there is none. */
export function userIdOfFrame(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[0-9]{1,10}$/.test(trimmed)) return trimmed;
  let value = parsed(trimmed);
  if (isObject(value) && Object.hasOwn(value, 'userId')) value = value['userId'];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** True if the client asks for batches (docs/protocol/realtime.md). */
export function takesBatches(text: string): boolean {
  const value = parsed(text);
  return isObject(value) && value['batches'] === true;
}

/** Returns undefined for a frame that is not JSON: it is of another kind, and none is defined yet. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
