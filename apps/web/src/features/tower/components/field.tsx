/** A labelled form field, with its error or description below. */
import type { ReactNode } from 'react';

interface FieldProps {
  label: string;
  id?: string;
  said?: string | undefined;
  about?: string;
  children: ReactNode;
}

export function Field({ label, id, said, about, children }: FieldProps) {
  return (
    <div className="tower-form__field stack gap-4" data-wrong={said !== undefined}>
      {id === undefined ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
      {children}
      {(said ?? about) !== undefined && (
        <span className="tower-form__about muted text-tiny">{said ?? about}</span>
      )}
    </div>
  );
}
