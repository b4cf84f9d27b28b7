/** Props of each section of a threshold form. */
import type { FormState } from '../../../../components/forms/form-state.ts';
import type { LimitKind, ProjectLimit } from '../../api/use-project-config.ts';
import type { LimitDraft } from '../limit-draft.ts';

export interface LimitPartProps {
  kind: LimitKind;
  limit: ProjectLimit;
  form: FormState<LimitDraft>;
}
