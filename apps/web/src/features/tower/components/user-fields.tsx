/** Form section of one user: name, breaker, battery limits, and periods. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { STANDBY_TYPES } from '@busbar/domain/tower/tower-settings';
import { Button, Input, Select, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { clockOfMinute } from '../../../lib/formats/clock-of-minute.ts';
import { type DraftPeriod, type DraftUser, mayAddPeriod, newPeriod } from '../tower-draft.ts';
import { Field } from './field.tsx';
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
  said: (field: string) => string | undefined;
  onChange: (user: DraftUser) => void;
  onRemove: () => void;
}

export function UserFields({ user, said, onChange, onRemove }: UserFieldsProps) {
  const { t } = useTranslation('towers');
  const id = useId();
  const set = (part: Partial<DraftUser>) => onChange({ ...user, ...part });
  const legend = t('towers:user.place', { number: user.slot });
  return (
    <fieldset className="tower-form__user box">
      <legend>{legend}</legend>
      <Button
        className="tower-form__remove"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('towers:form.remove-user', { number: user.slot })}
        onClick={onRemove}
      />
      <div className="columns columns-narrow gap-16">
        <Field label={t('towers:form.name')} id={`${id}-name`} said={said('name')}>
          <Input
            id={`${id}-name`}
            value={user.name}
            maxLength={60}
            dir="auto"
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        <Field label={t('towers:user.breaker')} said={said('device')}>
          <DeviceSelect isOne value={user.device} onChange={(device) => set({ device })} />
        </Field>
        <Field
          label={t('towers:user.priority')}
          said={said('priority')}
          about={t('towers:user.priority-about')}
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
          <Field key={name} label={t(`towers:user.${name}`)} id={`${id}-${name}`} said={said(name)}>
            <NumberField
              id={`${id}-${name}`}
              label={t(`towers:user.${name}`)}
              value={user[name]}
              step={step}
              unit={unit}
              onChange={(value) => set({ [name]: value })}
            />
          </Field>
        ))}
      </div>
      <div className="tower-form__periods stack gap-8 to-start">
        <span>{t('towers:user.periods')}</span>
        {user.periods.map((period, at) => (
          <PeriodRow
            key={period.key}
            period={period}
            number={at + 1}
            said={said(`periods.${at}`)}
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

/**
 * Starts at the end of the last period and ends at midnight; a full day if that one ended at
 * midnight.
 */
function followingPeriod(periods: readonly DraftPeriod[]) {
  const begin = periods.at(-1)?.end ?? '08:00';
  return { begin: begin === '24:00' ? '00:00' : begin, end: '24:00', valid: true };
}

interface PeriodRowProps {
  period: DraftPeriod;
  number: number;
  said: string | undefined;
  onChange: (period: DraftPeriod) => void;
  onRemove: () => void;
}

function PeriodRow({ period, number, said, onChange, onRemove }: PeriodRowProps) {
  const { t } = useTranslation('towers');
  const name = t('towers:period.number', { number });
  const times = (from: number) => QUARTERS.slice(from).map((value) => ({ value, label: value }));
  return (
    <div className="tower-form__period row" data-wrong={said !== undefined}>
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
      {said !== undefined && <span className="tower-form__about muted text-tiny">{said}</span>}
    </div>
  );
}
