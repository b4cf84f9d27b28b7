/**
 * A labelled form field; the text below is the error if there is one, otherwise the description.
 */
import type { ReactNode } from 'react';

interface FieldProps {
  label: string;
  /** Id of the control; omitted if the control has its own label. */
  id?: string | undefined;
  said?: string | undefined;
  about?: string | undefined;
  children: ReactNode;
}

export function Field({ label, id, said, about, children }: FieldProps) {
  const words = said ?? about;
  return (
    <div className="project-field" data-wrong={said !== undefined}>
      {id === undefined ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
      {children}
      {words !== undefined && (
        <span id={id === undefined ? undefined : `${id}-said`} className="project-field__about">
          {words}
        </span>
      )}
    </div>
  );
}
