import type { ComponentProps } from 'react';
import { DateField } from '../fields/date-field.tsx';
import { MomentField } from '../fields/moment-field.tsx';
import { Field, type FieldProps } from './field.tsx';

type Labelled<P> = Omit<FieldProps, 'children'> & Omit<P, 'id' | `aria-${string}`>;

/** A labelled date field. */
export function FormDay(props: Labelled<ComponentProps<typeof DateField>>) {
  const { label, help, problem, isRequired, ...rest } = props;
  return (
    <Field label={label} help={help} problem={problem} isRequired={isRequired}>
      {({ status, ...control }) => (
        <DateField isWrong={status === 'error'} {...rest} {...control} />
      )}
    </Field>
  );
}

/** A labelled date and time field in the customer's time zone. */
export function FormMoment(props: Labelled<ComponentProps<typeof MomentField>>) {
  const { label, help, problem, isRequired, ...rest } = props;
  return (
    <Field label={label} help={help} problem={problem} isRequired={isRequired}>
      {({ id, status, 'aria-describedby': describedBy }) => (
        <MomentField
          isWrong={status === 'error'}
          {...rest}
          id={id}
          aria-describedby={describedBy}
        />
      )}
    </Field>
  );
}
