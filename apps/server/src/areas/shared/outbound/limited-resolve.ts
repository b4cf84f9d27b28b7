/**
 * Limits the lookups of names that run at the same time. A lookup occupies one of the four threads
 * of Node for as long as the name server does not answer, and files are read by the same threads.
 */
import type { Resolve } from './guarded-request.ts';

export function limitedResolve(resolve: Resolve, max: number): Resolve {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (hostname) => {
    if (running < max) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await resolve(hostname);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
