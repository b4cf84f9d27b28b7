/** Dialog for one name: that of a new object, or a new name of an existing one. */
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { useFormState } from './form-state.ts';
import { FormText } from './form-text.tsx';

type NameDialogProps<A> = Omit<FormDialogProps<A>, 'form' | 'onSave' | 'children'> & {
  label: string;
  /** The current name; empty for a new object. */
  name: string;
  maxLength: number;
  /** Problem text for an empty name; if absent, saving is disabled until the name has changed. */
  requiredText?: string;
  onSave: (name: string) => Promise<A>;
};

export function NameDialog<A>(props: NameDialogProps<A>) {
  const { label, name, maxLength, requiredText, onSave, ...rest } = props;
  const form = useFormState(() => ({ name }), {
    problems: (values) =>
      values.name.trim() === '' && requiredText !== undefined ? { name: requiredText } : undefined,
  });
  const typed = form.values.name.trim();
  return (
    <FormDialog
      {...rest}
      form={form}
      isBlocked={requiredText === undefined && (typed === '' || typed === name)}
      onSave={() => onSave(typed)}
    >
      <FormText label={label} isRequired maxLength={maxLength} {...form.field('name')} />
    </FormDialog>
  );
}
