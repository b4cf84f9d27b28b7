import { Checkbox, Switch } from 'antd';
import { type ReactNode, useId } from 'react';

interface FormCheckboxProps {
  label: ReactNode;
  value: boolean;
  isDisabled?: boolean;
  onChange: (value: boolean) => void;
}

export function FormCheckbox({ label, value, isDisabled = false, onChange }: FormCheckboxProps) {
  return (
    <Checkbox
      checked={value}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    >
      {label}
    </Checkbox>
  );
}

/** A switch with its label after it and its description below. */
export function FormSwitch(props: FormCheckboxProps & { help?: string }) {
  const { label, help, value, isDisabled = false, onChange } = props;
  const id = useId();
  const switchOf = (described: object) => (
    <label className="line" htmlFor={id}>
      <Switch id={id} checked={value} disabled={isDisabled} onChange={onChange} {...described} />
      {label}
    </label>
  );
  if (help === undefined) return switchOf({});
  return (
    <div className="stack gap-4">
      {switchOf({ 'aria-describedby': `${id}-help` })}
      <span id={`${id}-help`} className="hint prose">
        {help}
      </span>
    </div>
  );
}
