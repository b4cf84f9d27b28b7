/** A clock time as text, `HH:mm` in every language; what is meant is written out on leaving. */
import { Input } from 'antd';
import { useId } from 'react';
import { clockTimeOf } from '../../../lib/clock-time.ts';

export interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

const FORMAT = 'HH:mm';

export function TimeField({ label, value, problem, onChange }: TimeFieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div className="timer-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        className="timer-field__time"
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        placeholder={FORMAT}
        value={value}
        status={problem === undefined ? '' : 'error'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onChange(clockTimeOf(value))}
      />
      {problem !== undefined && (
        <p id={problemId} className="timer-field__problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
