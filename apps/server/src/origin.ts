/**
 * Which pages may speak to the server. For calls the origin test and the header token together stop
 * cross-site requests (decisions 4); for the WebSocket handshake, which a page makes with its cookie
 * alone, the origin is the only wall.
 */

/** A request that names an origin must name ours. */
export function isForeignOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return false;
  let originHost: string;
  try {
    originHost = new URL(origin).host;
  } catch {
    return true;
  }
  if (originHost === host) return false;
  return publicUrl === undefined || originHost !== new URL(publicUrl).host;
}
