/**
 * One reclose slot: enabled or not, number of attempts, and delay before each attempt
 * (docs/specification/protection.md 5).
 */
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { maySwitchSlot, switchSlot } from '../draft.ts';
import { type FormRow, typedNumber } from '../form-rows.ts';
import type { RowInputProps } from './row-input-props.ts';

type RecloseInputProps = RowInputProps<Extract<FormRow, { kind: 'reclose' }>>;

export function RecloseInput(props: RecloseInputProps) {
  const { row, labelId, problemId, values, onDevice, isDisabled, onEdit } = props;
  const { t } = useTranslation('protection');
  const { slot, count, delay } = row;
  const isOn = values[count.name] !== null;
  const number = (name: string, label: string, unit: string) => (
    <span className="ltr">
      <NumberField
        className="slot-input"
        label={label}
        aria-describedby={problemId}
        status={problemId === undefined ? '' : 'error'}
        disabled={isDisabled || !isOn}
        value={typedNumber(values, name)}
        step={1}
        unit={unit}
        controls={false}
        changeOnWheel={false}
        onChange={(value) => onEdit({ [name]: value ?? undefined })}
      />
    </span>
  );
  return (
    <span className="reclose-input">
      <Switch
        size="small"
        aria-labelledby={labelId}
        disabled={isDisabled || !maySwitchSlot(values, slot)}
        checked={isOn}
        onChange={(next) => onEdit(switchSlot(onDevice, slot, next))}
      />
      {number(delay.name, t('protection:reclose.delay', { slot }), 's')}
      {number(count.name, t('protection:reclose.count', { slot }), '×')}
    </span>
  );
}
