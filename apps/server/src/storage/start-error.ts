/**
 * The error if the database cannot be used and the operator can correct the cause: `message` is one
 * sentence for the operator, to be shown without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
