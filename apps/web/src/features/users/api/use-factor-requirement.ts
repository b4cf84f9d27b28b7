import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type Requirement = Answer<'v2.factor-requirement'>['data'];

export function useFactorRequirement() {
  return useCallQuery('v2.factor-requirement', {}, { select: ({ data }) => data });
}
