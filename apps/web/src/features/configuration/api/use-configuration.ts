import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type Configuration = Answer<'v2.configuration'>['data'];
export type SectionName = keyof Configuration;

export function useConfiguration() {
  return useCallQuery(
    'v2.configuration',
    {},
    { select: ({ data }) => data, refetchOnWindowFocus: false },
  );
}

export function useConfigurationChanges() {
  const client = useQueryClient();
  return {
    mail: useCallMutation('v2.configuration.mail'),
    test: useCallMutation('v2.configuration.mail-test'),
    maps: useCallMutation('v2.configuration.maps'),
    retention: useCallMutation('v2.configuration.retention'),
    limits: useCallMutation('v2.configuration.limits'),
    brand: useCallMutation('v2.configuration.brand'),
    reset: useCallMutation('v2.configuration.reset'),
    /** Name and appearance are updated on this page immediately. */
    followed: () => refetchCalls(client, 'v2.configuration', 'v2.brand', 'v2.group'),
  };
}
