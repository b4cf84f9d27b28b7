import { Input } from 'antd';
import { Field } from '../../../components/forms/field.tsx';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  /** Validation error. */
  wrong?: string | undefined;
  type?: 'text' | 'password' | 'email';
  placeholder?: string;
  maxLength?: number;
  isLtr?: boolean;
}

/** A labelled text input; unlike that of the shared forms it never shows a password. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, wrong, type = 'text', isLtr = false } = props;
  return (
    <Field label={label} help={hint} problem={wrong}>
      {(control) => (
        <Input
          {...control}
          type={type}
          value={value}
          {...(isLtr ? { dir: 'ltr' } : {})}
          {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
          maxLength={props.maxLength ?? 200}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
