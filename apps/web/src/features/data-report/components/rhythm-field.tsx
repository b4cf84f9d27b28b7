/** Frequency of a report, its day, and its time in the customer's time zone. */

import { isClockTime } from '@busbar/domain/clock-time';
import { weekdayNames } from '@busbar/domain/formats/date-names';
import { clockTimeOf } from '@busbar/domain/formats/typed-clock-time';
import { LAST_DAY } from '@busbar/domain/report/report-schedule';
import { Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormClock } from '../../../components/forms/form-clock.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { MONTH_DAYS, RHYTHMS, rhythmOf, type ScheduleDraft } from '../schedule-draft.ts';

export function RhythmField({ form }: { form: FormState<ScheduleDraft> }) {
  const { t } = useTranslation(['reports', 'errors', 'shell']);
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const { every, at } = form.values;
  const id = useId();
  const isTimeWrong = !isClockTime(clockTimeOf(at));
  const days =
    every === 'week'
      ? weekdayNames(tag, 'long').map((label, index) => ({ value: index + 1, label }))
      : MONTH_DAYS.map((one) => ({
          value: one,
          label: one === LAST_DAY ? t('reports:schedule.last-day') : String(one),
        }));
  return (
    <fieldset className="report-form__field stack gap-8">
      <legend>{t('reports:schedule.column.when')}</legend>
      <Radio.Group
        name={id}
        value={every}
        options={RHYTHMS.map((one) => ({ value: one, label: t(`reports:schedule.every.${one}`) }))}
        onChange={({ target }) => form.set(rhythmOf(target.value))}
      />
      <div className="columns columns-fit columns-narrow">
        {every !== 'day' && (
          <FormSelect label={t('reports:schedule.day')} options={days} {...form.field('day')} />
        )}
        <FormClock
          label={t('reports:schedule.time')}
          help={t('shell:range.zone', { zone })}
          {...form.field('at')}
          problem={isTimeWrong ? t('errors:reason.clock-time-invalid') : undefined}
        />
      </div>
    </fieldset>
  );
}
