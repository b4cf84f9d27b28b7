/**
 * Yields to the event loop. Long work in small pieces calls this between two pieces, so that live
 * readings, pages and commands are processed in the meantime.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
