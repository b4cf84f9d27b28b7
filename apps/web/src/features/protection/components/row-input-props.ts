/** Props of the input of a line in a protection's form. */
import type { Values } from '@busbar/domain/protection/definition';
import type { Edits } from '../draft.ts';
import type { FormRow } from '../form-rows.ts';

export interface RowInputProps<R extends FormRow = FormRow> {
  readonly row: R;
  /** Name of the line, for messages. */
  readonly label: string;
  /** Id of the label of the inputs. */
  readonly labelId: string;
  /** Id of the error message; undefined if there is no error. */
  readonly problemId: string | undefined;
  readonly values: Values;
  readonly onDevice: Values;
  readonly isDisabled: boolean;
  readonly onEdit: (edits: Edits) => void;
}
