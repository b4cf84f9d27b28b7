import { keepPreviousData } from '@tanstack/react-query';
import type { Answer } from '../../lib/calls/call-types.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';

export type Explained = Pick<
  Answer<'v2.tower.explain-msg'>['data'],
  'parsed' | 'problems' | 'frames'
>;
export type ParsedRow = Explained['parsed'][number];
export type FrameProblem = Explained['problems'][number];
export type ExplainedFrame = Explained['frames'][number];

/**
 * Requests the explanation of any text; sends no request while the text is empty. `request` is the
 * frame that was answered.
 */
export function useExplanation(code: string, request?: string) {
  return useCallQuery(
    'v2.tower.explain-msg',
    { body: { code, ...(request === undefined ? {} : { request }) } },
    {
      enabled: code.trim() !== '',
      select: ({ data }) => data,
      placeholderData: keepPreviousData,
      // The explanation of a frame never changes.
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
}
