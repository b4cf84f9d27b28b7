/**
 * The database cannot be used and the operator can mend it: `message` is one sentence for them,
 * to be shown without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
