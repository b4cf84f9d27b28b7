/** A labelled field with its description or error below. */
import { type ReactNode, useId } from 'react';

/** Ids that link the input to its label and description. */
export interface FieldProps {
  readonly id: string;
  readonly status: 'error' | '';
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface FieldFrameProps {
  label: string;
  about?: string;
  /** Validation error; undefined if the field is valid. */
  problem: string | undefined;
  children: (props: FieldProps) => ReactNode;
}

export function Field({ label, about = '', problem, children }: FieldFrameProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  return (
    <div className="stack gap-4">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        status: isWrong ? 'error' : '',
        'aria-invalid': isWrong,
        'aria-describedby': `${id}-said`,
      })}
      <span id={`${id}-said`} className="hint" data-wrong={isWrong} aria-live="polite">
        {problem ?? about}
      </span>
    </div>
  );
}
