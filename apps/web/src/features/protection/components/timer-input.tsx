/** One timing slot: command and time by the device's clock (docs/specification/protection.md 6). */
import { TIMER_COMMANDS } from '@busbar/domain/protection/field';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ClockField } from '../../../components/fields/clock-field.tsx';
import type { FormRow } from '../form-rows.ts';
import type { RowInputProps } from './row-input-props.ts';

export type TimerInputProps = RowInputProps<Extract<FormRow, { kind: 'timer' }>>;

export function TimerInput({
  row,
  labelId,
  problemId,
  values,
  isDisabled,
  onEdit,
}: TimerInputProps) {
  const { t } = useTranslation('protection');
  const { slot, time, command } = row;
  const at = values[time.name];
  const chosen = values[command.name];
  return (
    <span className="timer-input">
      <Select
        aria-labelledby={labelId}
        disabled={isDisabled}
        value={typeof chosen === 'string' ? chosen : null}
        options={TIMER_COMMANDS.map((value) => ({ value, label: t(`protection:timer.${value}`) }))}
        onChange={(value) => onEdit({ [command.name]: value })}
      />
      <ClockField
        label={t('protection:timer.time', { slot })}
        aria-describedby={problemId}
        isWrong={problemId !== undefined}
        isDisabled={isDisabled || chosen === 'none'}
        value={typeof at === 'string' ? at : ''}
        onChange={(text) => onEdit({ [time.name]: text === '' ? undefined : text })}
      />
    </span>
  );
}
