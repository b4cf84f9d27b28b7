import { Radio, Segmented } from 'antd';
import { useId } from 'react';
import { Field } from './field.tsx';

interface FormChoiceProps<V> {
  label: string;
  help?: string | undefined;
  value: V;
  options: { value: V & (string | number | boolean); label: string; disabled?: boolean }[];
  onChange: (value: V) => void;
}

/** A labelled group of radio buttons. */
export function FormRadios<V>({ label, help, value, options, onChange }: FormChoiceProps<V>) {
  const name = useId();
  return (
    <Field label={label} help={help}>
      <Radio.Group
        name={name}
        aria-label={label}
        value={value}
        options={options}
        onChange={({ target }) => onChange(target.value as V)}
      />
    </Field>
  );
}

/** A labelled segmented control. */
export function FormSegments<V>({ label, help, value, options, onChange }: FormChoiceProps<V>) {
  return (
    <Field label={label} help={help}>
      <Segmented<V> aria-label={label} value={value} options={options} onChange={onChange} />
    </Field>
  );
}
