import { present } from '../../../lib/address/search-params.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import type { ProjectListSearch } from '../project-search.ts';

export type Project = Answer<'v2.projects'>['data']['list'][number];

/** Page size above the number of projects of any customer; all are offered in one list. */
const MAX_PROJECTS = 1_000;

/** A page of projects filtered by the search parameters of the URL, newest first. */
export function useProjectPage(
  { name, type }: ProjectListSearch,
  table: { page: number; size: number },
) {
  const filters = present({ name, type });
  return usePages(
    'v2.projects',
    (pn, ps) => ({ query: { ...filters, pn, ps } }),
    ({ data }) => data,
    table,
  );
}

/** Lamp projects as options, and tower projects if `withTowers` is true. */
export function useProjectChoices(withTowers: boolean) {
  return useCallQuery(
    'v2.projects',
    { query: { pn: 1, ps: MAX_PROJECTS, ...(withTowers ? {} : { type: 'lamp' }) } },
    { select: ({ data }) => data.list },
  );
}

export const useProjectChanges = () => useSend('v2.projects');
