/** Props of each section of a threshold form. */
import type { LimitKind, ProjectLimit } from '../../api/use-project-config.ts';
import type { LimitDraft } from '../limit-draft.ts';

export interface LimitPartProps {
  kind: LimitKind;
  limit: ProjectLimit;
  draft: LimitDraft;
  set: (part: Partial<LimitDraft>) => void;
  said: (field: keyof LimitDraft) => string | undefined;
}
