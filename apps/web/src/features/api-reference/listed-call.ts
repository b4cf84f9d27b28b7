/** The calls of the description as a list to read and to search. */
import type { Subject } from '@busbar/contract/call-subject';
import type { OpenApiDocument, OperationObject } from '@busbar/contract/openapi';

export interface ListedCall {
  /** Its name in the contract, and where a link to it leads: `v2.device.control`. */
  readonly name: string;
  /** In capitals. */
  readonly method: string;
  /** `{id}` where an id goes. */
  readonly path: string;
  readonly subject: Subject;
  readonly operation: OperationObject;
}

/** By subject, in the order of the description. */
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

/** Whether every word of a search is in the text, in any order and in either case. */
export function hasWords(search: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What a search looks through: its address, its name, its summary, its permission and its scopes. */
export const searchedTexts = ({ name, method, path, operation }: ListedCall): string[] => [
  method,
  // As it is written in the address too, with an id in its place.
  path,
  name,
  operation.summary,
  operation['x-busbar'].who,
  ...operation['x-busbar'].scopes,
];
