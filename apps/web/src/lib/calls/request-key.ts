/**
 * Key of one confirmed operation (`idempotency-key`, docs/promises.md C12): the server executes
 * requests with the same key only once, however often it receives them.
 */

/** Uses random bytes, because `randomUUID` is not available on pages loaded over plain HTTP. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
