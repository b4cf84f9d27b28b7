import { ClockField } from '../fields/clock-field.tsx';
import { Field, type FieldProps } from './field.tsx';

interface FormClockProps extends Omit<FieldProps, 'children'> {
  value: string;
  onChange: (text: string) => void;
}

/** A labelled field for a time of day. */
export function FormClock({ value, onChange, ...rest }: FormClockProps) {
  return (
    <Field {...rest}>
      {({ id, 'aria-describedby': describedBy }) => (
        <ClockField
          id={id}
          value={value}
          isWrong={rest.problem !== undefined}
          aria-describedby={describedBy}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
