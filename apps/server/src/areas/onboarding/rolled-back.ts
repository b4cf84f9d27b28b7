/**
 * A transaction whose result is known, but not stored: a preview is the real change, rolled back, and
 * an acceptance that is refused at its end leaves nothing.
 */
export class RolledBack<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('the transaction is rolled back');
    this.result = result;
  }
}

/** Returns the result of `run`, or that of the `RolledBack` which it throws. */
export async function orRolledBack<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}
