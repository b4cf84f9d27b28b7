/** Lightweight form fields for pages without the component library: label, hint and error. */
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onLeave?: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  isRequired?: boolean;
  maxLength?: number;
  autoComplete?: string;
  type?: 'text' | 'email' | 'tel';
  hasFocus?: boolean;
  /** Codes and account names stay left to right. */
  isLtr?: boolean;
}

export function TextField(props: FieldProps) {
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <input {...inputProps(props, id)} type={props.type ?? 'text'} />
    </Labelled>
  );
}

export function PasswordField(props: FieldProps & { below?: ReactNode }) {
  const { t } = useTranslation('auth');
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <Labelled {...props} id={id}>
      <div className="auth-password">
        <input
          {...inputProps({ isLtr: true, ...props }, id)}
          type={isShown ? 'text' : 'password'}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('auth:password.hide') : t('auth:password.show')}
        </button>
      </div>
      {props.below}
    </Labelled>
  );
}

export function SelectField(
  props: FieldProps & { options: readonly { value: string; label: string }[] },
) {
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <select
        id={id}
        value={props.value}
        required={props.isRequired}
        aria-invalid={props.error !== undefined}
        aria-describedby={`${id}-more`}
        onChange={({ target }) => props.onChange(target.value)}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function inputProps(props: FieldProps, id: string) {
  return {
    id,
    value: props.value,
    required: props.isRequired === true,
    maxLength: props.maxLength ?? 200,
    autoComplete: props.autoComplete ?? 'off',
    'aria-invalid': props.error !== undefined,
    'aria-describedby': `${id}-more`,
    dir: props.isLtr === true ? 'ltr' : 'auto',
    autoFocus: props.hasFocus === true,
    onChange: ({ target }: { target: HTMLInputElement }) => props.onChange(target.value),
    onBlur: () => props.onLeave?.(props.value),
  } as const;
}

function Labelled(props: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="auth-field" data-refused={props.error !== undefined}>
      <label htmlFor={props.id}>
        {props.label}
        {props.isRequired === true && (
          <span className="auth-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {props.children}
      <p
        id={`${props.id}-more`}
        className={props.error === undefined ? 'auth-hint' : 'auth-refusal'}
      >
        {props.error ?? props.hint}
      </p>
    </div>
  );
}
