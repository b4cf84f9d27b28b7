/** Thresholds: number of failed lamps, power deviation, time of day, and power mode fields. */

import { useTranslation } from 'react-i18next';
import { FormClock } from '../../../../components/forms/form-clock.tsx';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { STEP_FIELDS } from '../limit-draft.ts';
import type { LimitPartProps } from './limit-part.ts';

const RATES = [
  ['underRate', 'under-rate'],
  ['overRate', 'over-rate'],
] as const;

export function LimitFigures({ kind, form }: LimitPartProps) {
  const { t } = useTranslation('projects');
  const { zone } = useRequiredSession().user;
  return (
    <>
      <div className="columns columns-fit columns-narrow">
        <FormNumber
          label={t('projects:limit.alarm-value')}
          help={t('projects:limit.alarm-value-about')}
          precision={0}
          isRequired
          {...form.field('alarmValue')}
        />
        {RATES.map(([name, key]) => (
          <FormNumber
            key={name}
            label={t(`projects:limit.${key}`)}
            help={t(`projects:limit.${key}-about`)}
            unit="%"
            precision={1}
            isRequired
            {...form.field(name)}
          />
        ))}
        <FormClock
          label={t('projects:limit.check-time')}
          help={t('projects:limit.check-time-about', { zone })}
          {...form.field('checkTime')}
        />
      </div>
      {kind === 'warning' && (
        <fieldset className="box stack">
          <legend>{t('projects:limit.energy')}</legend>
          <p className="hint prose">{t('projects:limit.energy-about')}</p>
          <div className="columns columns-fit columns-narrow">
            {STEP_FIELDS.map((name, at) => (
              <FormNumber
                key={name}
                label={t('projects:limit.step', { number: at + 1 })}
                unit="kWh"
                precision={2}
                placeholder={t('projects:limit.step-none')}
                {...form.field(name)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
