/** One slot of the timing: what the device does, and when by its own clock (part 2, section 3). */
import { TIMER_ORDERS } from '@busbar/domain/protection/field';
import { Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { useTranslation } from 'react-i18next';
import type { FormRow } from '../form-rows.ts';
import type { RowInputProps } from './row-input-props.ts';

dayjs.extend(customParseFormat);

const FORMAT = 'HH:mm';

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
  const { slot, time, order } = row;
  const at = values[time.word];
  const chosen = values[order.word];
  return (
    <span className="timer-input">
      <Select
        className="timer-input__order"
        aria-labelledby={labelId}
        disabled={isDisabled}
        value={typeof chosen === 'string' ? chosen : null}
        options={TIMER_ORDERS.map((value) => ({ value, label: t(`protection:timer.${value}`) }))}
        onChange={(value) => onEdit({ [order.word]: value })}
      />
      <span className="ltr">
        <TimePicker
          className="timer-input__time"
          aria-label={t('protection:timer.time', { slot })}
          aria-describedby={problemId}
          status={problemId === undefined ? '' : 'error'}
          disabled={isDisabled || chosen === 'none'}
          suffixIcon={null}
          format={FORMAT}
          value={typeof at === 'string' ? dayjs(at, FORMAT) : null}
          allowClear={false}
          needConfirm={false}
          onChange={(next) => onEdit({ [time.word]: next?.format(FORMAT) })}
        />
      </span>
    </span>
  );
}
