/** A switch for something that happens at clock times, with the time fields while it is on. */
import { Switch } from 'antd';
import { useId } from 'react';
import { ClockField } from '../../../components/fields/clock-field.tsx';
import type { SettingsDraft } from '../settings-draft.ts';
import { Field } from './field.tsx';

interface Clock {
  readonly key: 'quiet_from' | 'quiet_to' | 'digest_at';
  readonly label: string;
  readonly value: string | null;
  /** Initial time when it is switched on. */
  readonly usual: string;
}

interface ClockSwitchProps {
  label: string;
  about: string;
  clocks: readonly Clock[];
  said: (field: string) => string | undefined;
  onEdit: (part: Partial<SettingsDraft>) => void;
}

export function ClockSwitch({ label, about, clocks, said, onEdit }: ClockSwitchProps) {
  const id = useId();
  const isOn = clocks.some(({ value }) => value !== null);
  const set = (isWanted: boolean) =>
    onEdit(Object.fromEntries(clocks.map(({ key, usual }) => [key, isWanted ? usual : null])));
  return (
    <div className="stack gap-4">
      <label className="line gap-12" htmlFor={id}>
        <Switch id={id} checked={isOn} aria-describedby={`${id}-about`} onChange={set} />
        {label}
      </label>
      <span id={`${id}-about`} className="hint">
        {about}
      </span>
      {isOn && (
        <div className="halves">
          {clocks.map((clock) => (
            <Field key={clock.key} label={clock.label} problem={said(clock.key)}>
              {({ id: fieldId, 'aria-invalid': isWrong, 'aria-describedby': about }) => (
                <ClockField
                  id={fieldId}
                  value={clock.value ?? ''}
                  isWrong={isWrong}
                  aria-describedby={about}
                  onChange={(text) => onEdit({ [clock.key]: text })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </div>
  );
}
