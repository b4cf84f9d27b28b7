/**
 * Yields to the event loop. Long work in small pieces calls this between two of them, so that live
 * readings, pages and commands are processed.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
