/**
 * A call as a curl command, built from the contract's own example. Ids of the example (`{device}`)
 * become placeholders in capitals for the reader to replace.
 */
import type { ListedCall } from './listed-call.ts';

/** `origin` is the server's origin: `https://power.example`. */
export function curlOf({ method, path, operation }: ListedCall, origin: string): string {
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    ...(operation.security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"']),
  ];
  const body = operation.requestBody?.content['application/json']?.example;
  if (body !== undefined) {
    parts.push("-H 'Content-Type: application/json'");
    parts.push(`-d ${quoted(JSON.stringify(named(body)))}`);
  }
  if (answersFile(operation.responses['200']?.content)) parts.push('-OJ');
  parts.push(quoted(`${origin}${addressOf(path, operation.parameters)}`));
  return parts.join(' \\\n  ');
}

/** Media types of the file if the call returns one. */
export const fileTypes = (content: Readonly<Record<string, unknown>> | undefined): string[] =>
  Object.keys(content ?? {}).filter((type) => type !== 'application/json');

const answersFile = (content: Readonly<Record<string, unknown>> | undefined): boolean =>
  fileTypes(content).length > 0;

function addressOf(path: string, parameters: ListedCall['operation']['parameters']): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    return encodeURIComponent(String(named(example ?? `{${name}}`)));
  });
  const query = new URLSearchParams(
    parameters.flatMap((one) =>
      one.in === 'query' && one.example !== undefined
        ? [[one.name, String(named(one.example))] as [string, string]]
        : [],
    ),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function named(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{([\w-]+)\}/g, (_, name: string) =>
      name.toUpperCase().replaceAll('-', '_'),
    );
  }
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, named(part)]));
}

/** Quotes any text as a word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
