/** A number with its unit in the field. */
import { InputNumber } from 'antd';
import { useId } from 'react';
import { Field } from './field.tsx';

interface NumberFieldProps {
  label: string;
  value: number | null;
  unit?: string;
  /** Decimals kept. */
  precision?: number;
  said?: string | undefined;
  about?: string | undefined;
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  onChange: (value: number | null) => void;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, unit, precision = 0, said, about, placeholder, onChange } = props;
  const id = useId();
  return (
    <Field label={label} id={id} said={said} about={about}>
      <InputNumber<number>
        id={id}
        value={value}
        precision={precision}
        controls={false}
        decimalSeparator="."
        disabled={props.isDisabled === true}
        placeholder={placeholder ?? ''}
        status={said === undefined ? '' : 'error'}
        aria-required={props.isRequired === true}
        aria-invalid={said !== undefined}
        aria-describedby={(said ?? about) === undefined ? undefined : `${id}-said`}
        suffix={unit === undefined ? undefined : <span className="ltr">{unit}</span>}
        onChange={(next) => onChange(next)}
      />
    </Field>
  );
}
