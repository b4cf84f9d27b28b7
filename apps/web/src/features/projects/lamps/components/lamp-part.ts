/** Props of each section of the lamp group form. */
import type { LampDraft, LampField } from '../lamp-draft.ts';

export interface LampPartProps {
  draft: LampDraft;
  set: (part: Partial<LampDraft>) => void;
  /** Error message of a field. */
  said: (field: LampField) => string | undefined;
}
