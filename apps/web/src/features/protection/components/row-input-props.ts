/** What the input of one line of a protection's form is told. */
import type { Values } from '@busbar/domain/protection/definition';
import type { Edits } from '../draft.ts';
import type { FormRow } from '../form-rows.ts';

export interface RowInputProps<R extends FormRow = FormRow> {
  readonly row: R;
  /** Name of the line, for sentences. */
  readonly label: string;
  /** Names the inputs of the line. */
  readonly labelId: string;
  /** Of the sentence that says what is wrong; undefined when nothing is. */
  readonly problemId: string | undefined;
  readonly values: Values;
  readonly onDevice: Values;
  readonly isDisabled: boolean;
  readonly onEdit: (edits: Edits) => void;
}
