/** Confirms a deletion; the content lists what is deleted with the object. */
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

type DeleteDialogProps = Omit<FormDialogProps<unknown>, 'form' | 'isDanger'> & {
  /** Name of the object, shown above the content unless the title contains it. */
  name?: string;
};

export function DeleteDialog({ name, children, ...rest }: DeleteDialogProps) {
  return (
    <FormDialog isDanger {...rest}>
      {name !== undefined && (
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </p>
      )}
      {children}
    </FormDialog>
  );
}
