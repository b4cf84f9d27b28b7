/** A field of a form with its name; under it what is wrong, else what it means. */
import type { ReactNode } from 'react';

interface FieldProps {
  label: string;
  /** Of the control; absent when it names itself. */
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
