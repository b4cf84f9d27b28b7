import type { ComponentProps } from 'react';
import { NumberField } from '../fields/number-field.tsx';
import { Field, type FieldProps } from './field.tsx';

type OwnNumberProps = Pick<
  ComponentProps<typeof NumberField>,
  | 'controls'
  | 'dir'
  | 'disabled'
  | 'max'
  | 'min'
  | 'onChange'
  | 'placeholder'
  | 'precision'
  | 'step'
  | 'unit'
  | 'value'
>;

interface FormNumberProps extends Omit<FieldProps, 'children' | 'label'>, OwnNumberProps {
  label: string;
}

/** A labelled number field with its unit inside. */
export function FormNumber({ help, problem, isRequired, ...rest }: FormNumberProps) {
  return (
    <Field label={rest.label} help={help} problem={problem} isRequired={isRequired}>
      {(control) => <NumberField controls={false} {...rest} {...control} />}
    </Field>
  );
}
