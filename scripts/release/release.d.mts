/** Types of `release.mjs` for the tests. */
export function release(folder: string): string[];
