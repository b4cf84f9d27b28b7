/** The calls of the description as a list to read and to search. */
import type { Subject } from '@busbar/contract/call-subject';
import type { OpenApiDocument, OperationObject } from '@busbar/contract/openapi';

export interface ListedCall {
  /** Name in the contract, also the anchor of a link to the call: `v2.device.control`. */
  readonly name: string;
  /** In capitals. */
  readonly method: string;
  /** Path with `{id}` as placeholder for an id. */
  readonly path: string;
  readonly subject: Subject;
  readonly operation: OperationObject;
}

/** Groups by subject, in the order of the description. */
export function listCalls(
  document: OpenApiDocument,
): readonly (readonly [Subject, readonly ListedCall[]])[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      subject: operation.tags[0]!,
      operation,
    })),
  );
  return document.tags.map(
    ({ name }) => [name, calls.filter((call) => call.subject === name)] as const,
  );
}

/** True if every word of the search occurs in the text, in any order, case-insensitively. */
export function matchesTerms(search: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Searchable texts of a call: path, name, summary, permission and scopes. */
export const searchedTexts = ({ name, method, path, operation }: ListedCall): string[] => [
  method,
  // A search also finds the path as written in a request, with an id filled in.
  path,
  name,
  operation.summary,
  operation['x-busbar'].who,
  ...operation['x-busbar'].scopes,
];
