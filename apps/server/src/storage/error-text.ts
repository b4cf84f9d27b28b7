/**
 * Returns the message for the operator's log or terminal; that of a refused connection is empty, and
 * its reason is in `code`. It may contain addresses: use `reasonOf` of `database-unavailable.ts` for
 * texts that others can read.
 */
export function errorText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
