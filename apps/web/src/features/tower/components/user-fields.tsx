/** Form section of one user: name, breaker, battery limits, and periods. */

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { clockOfMinute } from '@busbar/domain/formats/clock-of-minute';
import { STANDBY_TYPES } from '@busbar/domain/tower/tower-settings';
import { Button, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormText } from '../../../components/forms/form-text.tsx';
import { type DraftPeriod, type DraftUser, mayAddPeriod, newPeriod } from '../tower-draft.ts';
import { PeriodsBar } from './periods-bar.tsx';

const FIELDS_OF = {
  none: [],
  timed: [{ name: 'standbyMinutes', unit: 'min', step: 10 }],
  energy: [{ name: 'standbyKwh', unit: 'kWh', step: 0.5 }],
  voltage: [
    { name: 'cutV', unit: 'V', step: 0.1 },
    { name: 'reconnectV', unit: 'V', step: 0.1 },
  ],
} as const;
const QUARTERS = Array.from({ length: 97 }, (_, at) => clockOfMinute(at * 15));

interface UserFieldsProps {
  user: DraftUser;
  problemOf: (field: string) => string | undefined;
  onChange: (user: DraftUser) => void;
  onRemove: () => void;
}

export function UserFields({ user, problemOf, onChange, onRemove }: UserFieldsProps) {
  const { t } = useTranslation('towers');
  const set = (part: Partial<DraftUser>) => onChange({ ...user, ...part });
  const legend = t('towers:user.place', { number: user.slot });
  return (
    <fieldset className="box stack tower-form__user">
      <legend>{legend}</legend>
      <Button
        className="tower-form__remove"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('towers:form.remove-user', { number: user.slot })}
        onClick={onRemove}
      />
      <div className="columns columns-fit columns-narrow">
        <FormText
          label={t('towers:form.name')}
          maxLength={60}
          value={user.name}
          problem={problemOf('name')}
          onChange={(name) => set({ name })}
        />
        <Field label={t('towers:user.breaker')} problem={problemOf('device')}>
          <DeviceSelect isOne value={user.device} onChange={(device) => set({ device })} />
        </Field>
        <Field
          label={t('towers:user.priority')}
          help={t('towers:user.priority-about')}
          problem={problemOf('priority')}
        >
          <Select
            aria-label={`${legend}: ${t('towers:user.priority')}`}
            value={user.priority}
            options={[1, 2, 3, 4].map((value) => ({ value, label: String(value) }))}
            onChange={(priority) => set({ priority })}
          />
        </Field>
        <Field label={t('towers:user.standby')}>
          <Select
            aria-label={`${legend}: ${t('towers:user.standby')}`}
            value={user.standbyType}
            options={STANDBY_TYPES.map((value) => ({ value, label: t(`towers:standby.${value}`) }))}
            onChange={(standbyType) => set({ standbyType })}
          />
        </Field>
        {FIELDS_OF[user.standbyType].map(({ name, unit, step }) => (
          <FormNumber
            key={name}
            label={t(`towers:user.${name}`)}
            controls
            step={step}
            unit={unit}
            value={user[name]}
            problem={problemOf(name)}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
      </div>
      <div className="tower-form__periods stack gap-8 to-start">
        <span>{t('towers:user.periods')}</span>
        {user.periods.map((period, at) => (
          <PeriodRow
            key={period.key}
            period={period}
            number={at + 1}
            problem={problemOf(`periods.${at}`)}
            onChange={(next) => set({ periods: user.periods.with(at, next) })}
            onRemove={() => set({ periods: user.periods.filter((one) => one !== period) })}
          />
        ))}
        {mayAddPeriod(user.periods) && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            onClick={() =>
              set({
                periods: [...user.periods, newPeriod(followingPeriod(user.periods))],
              })
            }
          >
            {t('towers:form.add-period')}
          </Button>
        )}
        <PeriodsBar periods={user.periods} name={`${legend}: ${t('towers:user.periods')}`} />
      </div>
    </fieldset>
  );
}

/** From the end of the last period to midnight; a full day if that period ended at midnight. */
function followingPeriod(periods: readonly DraftPeriod[]) {
  const begin = periods.at(-1)?.end ?? '08:00';
  return { begin: begin === '24:00' ? '00:00' : begin, end: '24:00', valid: true };
}

interface PeriodRowProps {
  period: DraftPeriod;
  number: number;
  problem: string | undefined;
  onChange: (period: DraftPeriod) => void;
  onRemove: () => void;
}

function PeriodRow({ period, number, problem, onChange, onRemove }: PeriodRowProps) {
  const { t } = useTranslation('towers');
  const name = t('towers:period.number', { number });
  const times = (from: number) => QUARTERS.slice(from).map((value) => ({ value, label: value }));
  return (
    <div className="tower-form__period row">
      <span>{name}</span>
      <Select
        aria-label={`${name}: ${t('towers:period.begin')}`}
        value={period.begin}
        showSearch
        options={times(0).slice(0, -1)}
        onChange={(begin) => onChange({ ...period, begin })}
      />
      <span aria-hidden>–</span>
      <Select
        aria-label={`${name}: ${t('towers:period.end')}`}
        value={period.end}
        showSearch
        options={times(1)}
        onChange={(end) => onChange({ ...period, end })}
      />
      <Switch
        aria-label={`${name}: ${t('towers:period.valid')}`}
        checked={period.valid}
        onChange={(valid) => onChange({ ...period, valid })}
      />
      <span>{t(period.valid ? 'towers:period.valid' : 'towers:period.invalid')}</span>
      <Button
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('towers:form.remove-period', { number })}
        onClick={onRemove}
      />
      {problem !== undefined && <span className="bad text-small">{problem}</span>}
    </div>
  );
}
