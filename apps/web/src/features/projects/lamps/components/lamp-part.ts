/** Props of each section of the lamp group form. */
import type { FormState } from '../../../../components/forms/form-state.ts';
import type { LampDraft } from '../lamp-draft.ts';

export interface LampPartProps {
  form: FormState<LampDraft>;
}
