/** Input of one line of a protection's form; the definition determines its type. */
import { flagsOfReaction, REACTIONS, reactionOfFlags } from '@busbar/domain/protection/reaction';
import { Radio, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { type FormRow, typedNumber } from '../form-rows.ts';
import { RecloseInput } from './reclose-input.tsx';
import type { RowInputProps } from './row-input-props.ts';
import { TimerInput } from './timer-input.tsx';

export function RowInput({ row, ...props }: RowInputProps) {
  switch (row.kind) {
    case 'reaction':
      return <ReactionInput row={row} {...props} />;
    case 'number':
      return <NumberInput row={row} {...props} />;
    case 'switch':
      return <SwitchInput row={row} {...props} />;
    case 'reclose':
      return <RecloseInput row={row} {...props} />;
    case 'timer':
      return <TimerInput row={row} {...props} />;
  }
}

type Of<K extends FormRow['kind']> = RowInputProps<Extract<FormRow, { kind: K }>>;

/** Three flags on the wire are one choice for the user (docs/specification/protection.md 3.2). */
function ReactionInput({ labelId, problemId, values, isDisabled, onEdit }: Of<'reaction'>) {
  const { t } = useTranslation('protection');
  const reaction = reactionOfFlags({
    enabled: values['enabled'] === true,
    opens: values['opens'] === true,
    locks: values['locks'] === true,
  });
  return (
    <Radio.Group
      className="reaction-input"
      aria-labelledby={labelId}
      aria-describedby={problemId}
      disabled={isDisabled}
      value={reaction ?? null}
      onChange={({ target }) => {
        const wanted = REACTIONS.find((one) => one === target.value);
        if (wanted !== undefined) onEdit({ ...flagsOfReaction(wanted) });
      }}
      options={REACTIONS.map((value) => ({ value, label: t(`protection:reaction.${value}`) }))}
    />
  );
}

/** Values are not clamped while typing: an invalid value stays visible with its error. */
function NumberInput({ row, label, labelId, problemId, values, isDisabled, onEdit }: Of<'number'>) {
  const { field } = row;
  return (
    <span className="ltr">
      <NumberField
        className="number-input"
        label={label}
        aria-labelledby={labelId}
        aria-describedby={problemId}
        aria-invalid={problemId !== undefined}
        status={problemId === undefined ? '' : 'error'}
        disabled={isDisabled}
        value={typedNumber(values, field.name)}
        step={field.step}
        unit={field.unit}
        changeOnWheel={false}
        onChange={(value) => onEdit({ [field.name]: value ?? undefined })}
      />
    </span>
  );
}

function SwitchInput({ row, labelId, values, isDisabled, onEdit }: Of<'switch'>) {
  return (
    <Switch
      aria-labelledby={labelId}
      disabled={isDisabled}
      checked={values[row.field.name] === true}
      onChange={(isOn) => onEdit({ [row.field.name]: isOn })}
    />
  );
}
