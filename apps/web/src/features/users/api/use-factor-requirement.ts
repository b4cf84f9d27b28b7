import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type Requirement = Answer<'v2.factor-requirement'>['data'];

export function useFactorRequirement() {
  return useCallQuery('v2.factor-requirement', {}, { select: ({ data }) => data });
}

export function useRequirementChange() {
  const client = useQueryClient();
  return {
    change: useCallMutation('v2.factor-requirement.change'),
    followed: () => refetchCalls(client, 'v2.factor-requirement'),
  };
}
