/** A clock time as text, `HH:mm` in every language; what is meant is written out on leaving. */
import { Input } from 'antd';
import { clockTimeOf } from '../../timers/timer-draft.ts';

interface ClockInputProps {
  id?: string;
  /** Names it where no label does. */
  label?: string;
  value: string;
  isWrong?: boolean;
  onChange: (text: string) => void;
}

const FORMAT = 'HH:mm';

export function ClockInput({ id, label, value, isWrong = false, onChange }: ClockInputProps) {
  return (
    <Input
      id={id}
      aria-label={label}
      className="project-clock"
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      placeholder={FORMAT}
      value={value}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => onChange(clockTimeOf(value))}
    />
  );
}
