/** Labelled clock time of a timer, with its error below. */
import { useId } from 'react';
import { ClockField } from '../../../components/fields/clock-field.tsx';

export interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

export function TimeField({ label, value, problem, onChange }: TimeFieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div className="timer-field stack gap-8 to-start full">
      <label htmlFor={id}>{label}</label>
      <ClockField
        id={id}
        className="timer-field__time"
        value={value}
        isWrong={problem !== undefined}
        {...(problem === undefined ? {} : { 'aria-describedby': problemId })}
        onChange={onChange}
      />
      {problem !== undefined && (
        <p id={problemId} className="timer-field__problem bad text-small" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
