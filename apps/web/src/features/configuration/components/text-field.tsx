import { Input } from 'antd';
import { useId } from 'react';

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

/** A labelled text input with its validation error. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, wrong, type = 'text', isLtr = false } = props;
  const id = useId();
  const message = wrong ?? hint;
  return (
    <div className="configuration__field stack gap-4">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type={type}
        value={value}
        {...(isLtr ? { dir: 'ltr' } : {})}
        {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
        maxLength={props.maxLength ?? 200}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        spellCheck={false}
        status={wrong === undefined ? '' : 'error'}
        aria-invalid={wrong !== undefined}
        aria-describedby={message === undefined ? undefined : `${id}-said`}
        onChange={({ target }) => onChange(target.value)}
      />
      {message !== undefined && (
        <span id={`${id}-said`} className={wrong === undefined ? 'hint' : 'bad text-small'}>
          {message}
        </span>
      )}
    </div>
  );
}
