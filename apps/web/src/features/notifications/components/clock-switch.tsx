/** A switch for something that happens at clock times, with the time fields while it is on. */
import { FormSwitch } from '../../../components/forms/form-checkbox.tsx';
import { FormClock } from '../../../components/forms/form-clock.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import type { SettingsDraft } from '../settings-draft.ts';

interface Clock {
  readonly name: 'quiet_from' | 'quiet_to' | 'digest_at';
  readonly label: string;
  /** Initial time when it is switched on. */
  readonly usual: string;
}

interface ClockSwitchProps {
  form: FormState<SettingsDraft>;
  label: string;
  help: string;
  clocks: readonly Clock[];
}

export function ClockSwitch({ form, label, help, clocks }: ClockSwitchProps) {
  const isOn = clocks.some(({ name }) => form.values[name] !== null);
  const set = (isWanted: boolean) =>
    form.set(Object.fromEntries(clocks.map(({ name, usual }) => [name, isWanted ? usual : null])));
  return (
    <div className="stack gap-4">
      <FormSwitch label={label} help={help} value={isOn} onChange={set} />
      {isOn && (
        <div className="halves">
          {clocks.map(({ name, label: clock }) => {
            const { value, ...field } = form.field(name);
            return <FormClock key={name} label={clock} value={value ?? ''} {...field} />;
          })}
        </div>
      )}
    </div>
  );
}
