import { may } from '@busbar/domain/access/permission';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

export type FirstSteps = Answer<'v2.first-steps'>['data'];

/** Refetched when the list opens and after a save that completes a step, never by a timer. */
export function useFirstSteps() {
  const { user } = useRequiredSession();
  return useCallQuery(
    'v2.first-steps',
    {},
    {
      select: ({ data }) => data,
      staleTime: Number.POSITIVE_INFINITY,
      enabled: user.in_root_group && may(holderOf(user), 'user.manage'),
    },
  );
}

export const useFirstStepChanges = () => useSend('v2.first-steps');

export const isComplete = ({ steps }: FirstSteps): boolean => steps.every(({ done }) => done);
