/** A labelled number field of a project form, with its error or description below. */
import { useId } from 'react';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { Field } from './field.tsx';

interface FigureFieldProps {
  label: string;
  value: number | null;
  unit?: string;
  /** Number of decimals. */
  precision?: number;
  said?: string | undefined;
  about?: string | undefined;
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  onChange: (value: number | null) => void;
}

export function FigureField(props: FigureFieldProps) {
  const { label, value, unit, precision = 0, said, about, placeholder, onChange } = props;
  const id = useId();
  return (
    <Field label={label} id={id} said={said} about={about}>
      <NumberField
        id={id}
        label={label}
        value={value}
        precision={precision}
        controls={false}
        disabled={props.isDisabled === true}
        placeholder={placeholder ?? ''}
        status={said === undefined ? '' : 'error'}
        aria-required={props.isRequired === true}
        aria-invalid={said !== undefined}
        aria-describedby={(said ?? about) === undefined ? undefined : `${id}-said`}
        unit={unit}
        onChange={(next) => onChange(next)}
      />
    </Field>
  );
}
