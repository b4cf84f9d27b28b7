/** Returns the result, or throws the error of an unavailable database after `limitMs`. */
export async function within<T>(limitMs: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          // The error has the code of an unavailable database, by which callers distinguish errors.
          Object.assign(new Error(`the database did not answer within ${limitMs} ms`), {
            code: 'ETIMEDOUT',
          }),
        ),
      limitMs,
    );
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
    // The promise that loses the race may still fail, and its error must not be an unhandled
    // rejection.
    result.catch(() => undefined);
  }
}
