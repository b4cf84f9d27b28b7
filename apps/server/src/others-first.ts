/**
 * For long work in small pieces: between two of them, live readings, pages and commands have their
 * turn.
 */
export const othersFirst = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
