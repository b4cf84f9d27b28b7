/** The description of all calls, loaded once: it changes only with the server version. */
import type { OpenApiDocument } from '@busbar/contract/openapi';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { callFile } from '../../../lib/calls/call-file.ts';

export function useDescription() {
  return useQuery<OpenApiDocument, ApiError>({
    queryKey: ['v2.openapi'],
    queryFn: async ({ signal }) =>
      JSON.parse(await (await callFile('v2.openapi', {}, { signal })).text()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
