const COMMAND_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Must be checked before a query: text that is not a uuid would fail the whole transaction. */
export function isCommandId(text: string): boolean {
  return COMMAND_ID.test(text);
}
