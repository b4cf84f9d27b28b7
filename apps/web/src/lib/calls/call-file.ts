/** Calls that return bytes instead of JSON; they are refused like other calls. */
import { type CallArguments, errorIn, readJson, send } from './api-client.ts';
import type { CallName } from './call-types.ts';

export async function callFile<N extends CallName>(
  name: N,
  ...[input, options]: CallArguments<N>
): Promise<Blob> {
  const response = await send(name, input ?? {}, options ?? {});
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? true;
  if (response.ok && !isJson) return response.blob();
  throw errorIn(name, response, await readJson(response)) ?? new Error('an empty answer');
}
