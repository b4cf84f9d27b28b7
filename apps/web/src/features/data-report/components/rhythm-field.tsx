/** Frequency of a report, its day, and its time in the customer's time zone. */
import { isClockTime } from '@busbar/domain/clock-time';
import { LAST_DAY } from '@busbar/domain/report/report-schedule';
import { Radio, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockField } from '../../../components/fields/clock-field.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { clockTimeOf } from '../../../lib/formats/clock-time.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { dayNames } from '../../timers/week-days.ts';
import { MONTH_DAYS, RHYTHMS, rhythmOf, type ScheduleDraft } from '../schedule-draft.ts';

interface RhythmFieldProps {
  readonly value: ScheduleDraft;
  readonly onChange: (part: Partial<ScheduleDraft>) => void;
}

export function RhythmField({ value, onChange }: RhythmFieldProps) {
  const { t } = useTranslation(['reports', 'errors']);
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const id = useId();
  const { every, day, at } = value;
  const isTimeWrong = !isClockTime(clockTimeOf(at));
  const days =
    every === 'week'
      ? dayNames(tag, 'long').map((label, index) => ({ value: index + 1, label }))
      : MONTH_DAYS.map((one) => ({
          value: one,
          label: one === LAST_DAY ? t('reports:schedule.last-day') : String(one),
        }));
  return (
    <fieldset className="report-form__field stack gap-8">
      <legend>{t('reports:schedule.column.when')}</legend>
      <Radio.Group
        name={`${id}-every`}
        value={every}
        options={RHYTHMS.map((one) => ({ value: one, label: t(`reports:schedule.every.${one}`) }))}
        onChange={({ target }) => onChange(rhythmOf(target.value))}
      />
      <div className="schedule-form__pair halves align-start">
        {every !== 'day' && (
          <div className="stack gap-4 hint">
            <label htmlFor={`${id}-day`}>{t('reports:schedule.day')}</label>
            <Select<number>
              id={`${id}-day`}
              value={day}
              options={days}
              onChange={(next) => onChange({ day: next })}
            />
          </div>
        )}
        <div className="stack gap-4 hint">
          <label htmlFor={`${id}-at`}>{t('reports:schedule.time')}</label>
          <ClockField
            id={`${id}-at`}
            value={at}
            isWrong={isTimeWrong}
            aria-describedby={`${id}-said`}
            onChange={(text) => onChange({ at: text })}
          />
        </div>
      </div>
      <p id={`${id}-said`} className="hint" data-wrong={isTimeWrong} role="status">
        {isTimeWrong ? t('errors:reason.clock-time-invalid') : t('common:range.zone', { zone })}
      </p>
    </fieldset>
  );
}
