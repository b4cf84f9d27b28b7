/**
 * The name of one confirmed question (`idempotency-key`, docs/promises.md C12): the server carries
 * out what comes under it once, however often it arrives.
 */

/** Made of random bytes: `randomUUID` is missing on pages that came over plain HTTP. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
