/** Thresholds: number of failed lamps, power deviation, time of day, and power mode fields. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockField } from '../../../../components/fields/clock-field.tsx';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { Field } from '../../components/field.tsx';
import { FigureField } from '../../components/figure-field.tsx';
import { STEP_FIELDS } from '../limit-draft.ts';
import type { LimitPartProps } from './limit-part.ts';

export function LimitFigures({ kind, draft, set, said }: LimitPartProps) {
  const { t } = useTranslation('projects');
  const { zone } = useRequiredSession().user;
  const id = useId();
  return (
    <>
      <div className="project-form__grid">
        <FigureField
          label={t('projects:limit.alarm-value')}
          value={draft.alarmValue}
          isRequired
          said={said('alarmValue')}
          about={t('projects:limit.alarm-value-about')}
          onChange={(alarmValue) => set({ alarmValue })}
        />
        <FigureField
          label={t('projects:limit.under-rate')}
          value={draft.underRate}
          unit="%"
          precision={1}
          isRequired
          said={said('underRate')}
          about={t('projects:limit.under-rate-about')}
          onChange={(underRate) => set({ underRate })}
        />
        <FigureField
          label={t('projects:limit.over-rate')}
          value={draft.overRate}
          unit="%"
          precision={1}
          isRequired
          said={said('overRate')}
          about={t('projects:limit.over-rate-about')}
          onChange={(overRate) => set({ overRate })}
        />
        <Field
          label={t('projects:limit.check-time')}
          id={`${id}-time`}
          said={said('checkTime')}
          about={t('projects:limit.check-time-about', { zone })}
        >
          <ClockField
            id={`${id}-time`}
            value={draft.checkTime}
            isWrong={said('checkTime') !== undefined}
            onChange={(checkTime) => set({ checkTime })}
          />
        </Field>
      </div>
      {kind === 'warning' && (
        <fieldset className="project-form__set">
          <legend>{t('projects:limit.energy')}</legend>
          <p className="project-form__hint">{t('projects:limit.energy-about')}</p>
          <div className="project-form__grid">
            {STEP_FIELDS.map((field, at) => (
              <FigureField
                key={field}
                label={t('projects:limit.step', { number: at + 1 })}
                value={draft[field]}
                unit="kWh"
                precision={2}
                placeholder={t('projects:limit.step-none')}
                said={said(field)}
                onChange={(value) => set({ [field]: value })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
