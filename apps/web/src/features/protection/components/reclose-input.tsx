/** One reclose slot: whether it recloses, how often, and how long before each attempt (part 2, section 9). */
import { InputNumber, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { maySwitchSlot, switchSlot } from '../draft.ts';
import { type FormRow, numberAt } from '../form-rows.ts';
import type { RowInputProps } from './row-input-props.ts';

type RecloseInputProps = RowInputProps<Extract<FormRow, { kind: 'reclose' }>>;

export function RecloseInput(props: RecloseInputProps) {
  const { row, labelId, problemId, values, onDevice, isDisabled, onEdit } = props;
  const { t } = useTranslation('protection');
  const { slot, count, delay } = row;
  const isOn = values[count.word] !== null;
  const number = (word: string, label: string, suffix: string) => (
    <span className="ltr">
      <InputNumber
        className="slot-input"
        aria-label={label}
        aria-describedby={problemId}
        status={problemId === undefined ? '' : 'error'}
        disabled={isDisabled || !isOn}
        value={numberAt(values, word) ?? null}
        step={1}
        suffix={suffix}
        controls={false}
        changeOnWheel={false}
        onChange={(value) => onEdit({ [word]: value ?? undefined })}
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
      {number(delay.word, t('protection:reclose.delay', { slot }), 's')}
      {number(count.word, t('protection:reclose.count', { slot }), '×')}
    </span>
  );
}
