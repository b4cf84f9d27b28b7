/** What each part of the form of a lamp group is given. */
import type { LampDraft, LampField } from '../lamp-draft.ts';

export interface LampPartProps {
  draft: LampDraft;
  set: (part: Partial<LampDraft>) => void;
  /** What is wrong with a field, in words. */
  said: (field: LampField) => string | undefined;
}
