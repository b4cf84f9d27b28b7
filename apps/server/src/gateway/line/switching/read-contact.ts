/** Reads the position of a contact for a switching command. */

import type { LineRequests, RequestEnd } from '../line-requests.ts';
import type { PolledMeter } from '../poll-blocks.ts';

/** If earlier readings were not answered, so many answers are awaited at most. */
const MAX_ANSWERS = 4;

/**
 * Reads until an answer certainly belongs to a reading after this call, whose reason is `answered`.
 * An answer could be that to an earlier reading which was not answered in time.
 */
export async function readContact(
  requests: LineRequests,
  { contact }: PolledMeter,
  remainingMs: () => number,
): Promise<RequestEnd> {
  for (let answers = 1; ; answers++) {
    const end = await requests.run(contact!.reading, { priority: 'command', remainingMs });
    if (end.reason !== 'answered' || answers > end.doubts) return end;
    if (answers === MAX_ANSWERS) return { ...end, reason: 'no-answer', frame: undefined };
  }
}
