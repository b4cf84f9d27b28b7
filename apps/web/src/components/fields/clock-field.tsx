/** Time-of-day text field of all screens: `HH:mm` in every language, normalized on blur. */

import { clockTimeOf } from '@busbar/domain/formats/typed-clock-time';
import { Input } from 'antd';

interface ClockFieldProps {
  id?: string;
  /** Accessible name if there is no label. */
  label?: string;
  value: string;
  isWrong?: boolean;
  isDisabled?: boolean;
  className?: string;
  onChange: (text: string) => void;
  'aria-describedby'?: string | undefined;
}

const FORMAT = 'HH:mm';

export function ClockField(props: ClockFieldProps) {
  const { id, label, value, isWrong = false, className = 'clock-field', onChange } = props;
  return (
    <Input
      id={id}
      aria-label={label}
      className={className}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      placeholder={FORMAT}
      disabled={props.isDisabled === true}
      value={value}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      aria-describedby={props['aria-describedby']}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => clockTimeOf(value) !== value && onChange(clockTimeOf(value))}
    />
  );
}
