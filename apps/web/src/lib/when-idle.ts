interface IdleOptions {
  /** Time after which the function runs even if the browser is not idle; never by default. */
  readonly latestMs?: number;
  /** Delay in browsers without `requestIdleCallback`; by default a page has been rendered by then. */
  readonly otherwiseMs?: number;
}

/** Runs the function once when the browser is idle; returns a function that cancels it. */
export function whenIdle(run: () => void, options: IdleOptions = {}): () => void {
  const { latestMs, otherwiseMs = 1_000 } = options;
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, latestMs === undefined ? {} : { timeout: latestMs });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(run, otherwiseMs);
  return () => clearTimeout(id);
}
