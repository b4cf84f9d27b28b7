import { Input, type InputProps } from 'antd';
import { Field, type FieldProps } from './field.tsx';

type OwnInputProps = Pick<
  InputProps,
  | 'autoComplete'
  | 'autoFocus'
  | 'className'
  | 'count'
  | 'dir'
  | 'disabled'
  | 'inputMode'
  | 'lang'
  | 'maxLength'
  | 'onBlur'
  | 'placeholder'
  | 'spellCheck'
>;

interface FormTextProps extends Omit<FieldProps, 'children'>, OwnInputProps {
  type?: 'text' | 'email' | 'password';
  value: string;
  onChange: (value: string) => void;
}

/** A labelled single-line text field, or a password field. */
export function FormText(props: FormTextProps) {
  const { label, help, problem, isRequired, type = 'text', onChange, ...rest } = props;
  const Line = type === 'password' ? Input.Password : Input;
  return (
    <Field label={label} help={help} problem={problem} isRequired={isRequired}>
      {(control) => (
        <Line
          dir={type === 'text' ? 'auto' : 'ltr'}
          {...(type === 'email' && { type })}
          {...rest}
          {...control}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface FormLinesProps extends Omit<FieldProps, 'children'> {
  value: string;
  maxLength: number;
  maxRows?: number;
  placeholder?: string;
  onChange: (value: string) => void;
}

/** A labelled text field of several lines that grows with its content. */
export function FormLines(props: FormLinesProps) {
  const { label, help, problem, isRequired, maxRows = 5, onChange, ...rest } = props;
  return (
    <Field label={label} help={help} problem={problem} isRequired={isRequired}>
      {(control) => (
        <Input.TextArea
          dir="auto"
          autoSize={{ minRows: 2, maxRows }}
          {...rest}
          {...control}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
