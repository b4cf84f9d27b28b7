/** Queries a list page by page. */
import { keepPreviousData } from '@tanstack/react-query';
import { type CallArguments, call } from './api-client.ts';
import type { Answer, CallInput, CallName } from './call-types.ts';
import { type CallQueryOptions, useCallQuery } from './use-call.ts';

export interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/**
 * Queries a page of a call whose response is a page, or is converted to one by `pageOf`. The old
 * page remains until the new one arrives; `readPage` reads any page for the export. Nothing is
 * requested while the size is 0: the table has not been measured.
 */
export function usePages<N extends CallName, P extends Page<unknown>>(
  name: N,
  inputOf: (page: number, size: number) => CallInput<N>,
  pageOf: (answer: Answer<N>) => P,
  { page, size }: { readonly page: number; readonly size: number },
  options: CallQueryOptions<N, P> = {},
) {
  return {
    ...useCallQuery<N, P>(name, inputOf(page, size), {
      placeholderData: keepPreviousData as never,
      ...options,
      ...(size === 0 && { enabled: false }),
      select: pageOf,
    }),
    readPage: async (at: number, rows: number) => {
      const { list, total } = pageOf(
        await call(name, ...([inputOf(at, rows)] as CallArguments<N>)),
      );
      return { rows: list as P['list'], total };
    },
  };
}
