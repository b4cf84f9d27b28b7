import { may } from '@busbar/domain/access/permission';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

export type FirstSteps = Answer<'v2.first-steps'>['data'];

/**
 * Refetched when the list opens and after a save that completes a step, never by a timer. A user who
 * has dismissed the list causes no request until it is needed.
 */
export function useFirstSteps(isNeeded = false) {
  const { user } = useRequiredSession();
  return useCallQuery(
    'v2.first-steps',
    {},
    {
      select: ({ data }) => data,
      staleTime: Number.POSITIVE_INFINITY,
      enabled:
        (user.first_steps || isNeeded) && user.in_root_group && may(holderOf(user), 'user.manage'),
    },
  );
}

export const useFirstStepChanges = () => useSend('v2.first-steps');

export const isComplete = ({ steps }: FirstSteps): boolean => steps.every(({ done }) => done);
