/** Types of `production-packages.mjs` for the tests. */
export const SERVER_PROGRAMS: readonly string[];
export const PAGES: string;
export const DOCUMENTATION: string;
export function productionPackages(
  root: string,
  workspaces: readonly string[],
): readonly { readonly path: string; readonly name: string; readonly version: string }[];
