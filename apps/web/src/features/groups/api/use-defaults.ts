/** Defaults of a group for new devices; changing them requires the permission to manage groups. */
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type GroupDefaults = Answer<'v2.groups.defaults'>['data'];

export function useDefaults(group: number) {
  return useCallQuery(
    'v2.groups.defaults',
    { params: { id: String(group) } },
    { select: ({ data }) => data },
  );
}

/** Selectable options. */
export function useDefaultChoices() {
  const rates = useCallQuery('v2.rates', {}, { select: ({ data }) => data });
  const templates = useCallQuery(
    'v2.protection-templates',
    {},
    { select: ({ data }) => data.list },
  );
  return {
    rates: (rates.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    templates: (templates.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    isLoading: rates.isPending || templates.isPending,
    error: rates.error ?? templates.error,
  };
}
