/** Types of `target.mjs` for the tests. */
export function architectureOf(name?: string): string;
export function debianName(arch: string): string;
export function packagesFor(arch: string): Promise<string>;
export function nodeOf(
  arch: string,
  folder?: string,
): { readonly program: string; readonly licence: string };
