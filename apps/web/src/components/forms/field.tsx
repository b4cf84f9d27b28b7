/** A labelled field; the text below is its validation problem, if any, else its description. */
import { type ReactNode, useId } from 'react';
import './forms.css';

/** Links a control to its label and to the text below. */
export interface FieldControl {
  readonly id: string;
  readonly status: 'error' | '';
  readonly 'aria-required': boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  problem?: string | undefined;
  isRequired?: boolean | undefined;
  /** Pass a node instead of a function for a control that has an accessible name of its own. */
  children: ReactNode | ((control: FieldControl) => ReactNode);
}

export function Field({ label, help, problem, isRequired = false, children }: FieldProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  const text = problem ?? help;
  const hasLabel = typeof children === 'function';
  return (
    <div className="form-field stack gap-4" data-required={isRequired}>
      {hasLabel ? <label htmlFor={id}>{label}</label> : <span>{label}</span>}
      {hasLabel
        ? children({
            id,
            status: isWrong ? 'error' : '',
            'aria-required': isRequired,
            'aria-invalid': isWrong,
            'aria-describedby': text === undefined ? undefined : `${id}-help`,
          })
        : children}
      {text !== undefined && (
        <span id={`${id}-help`} className="hint prose" data-wrong={isWrong} aria-live="polite">
          {text}
        </span>
      )}
    </div>
  );
}
