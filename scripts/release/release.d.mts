/** Types of `release.mjs` for the tests. */
export function release(
  folder: string,
  options?: {
    readonly arch?: string;
    readonly packages?: string;
    readonly node?: { readonly program: string; readonly licence: string } | null;
    readonly compression?: readonly string[];
  },
): Promise<string[]>;
