/** Types of `search.mjs` for the tests. */
export interface Section {
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly above: string;
  readonly anchor: string;
  readonly text: string;
}
export type Result = Section & { readonly terms: readonly string[] };
export function createSearch(
  sections: readonly Section[],
): Promise<(query: string) => readonly Result[]>;
export function excerptOf(result: Result): string;
export function markedParts(
  text: string,
  terms: readonly string[],
): readonly { readonly text: string; readonly isMarked: boolean }[];
