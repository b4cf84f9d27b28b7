/** Time of a timer: a clock time, or minutes before or after sunrise or sunset. */
import { SUN_EVENTS } from '@busbar/domain/timer/sun-time';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../../timers/components/time-field.tsx';
import { Field } from '../components/field.tsx';
import { FigureField } from '../components/figure-field.tsx';
import type { ProjectTimerDraft } from './timer-draft.ts';

interface TimerWhenFieldsProps {
  draft: ProjectTimerDraft;
  set: (part: Partial<ProjectTimerDraft>) => void;
  said: (field: string) => string | undefined;
}

const SIDES = ['before', 'after'] as const;

export function TimerWhenFields({ draft, set, said }: TimerWhenFieldsProps) {
  const { t } = useTranslation(['project-timers', 'timers']);
  return (
    <>
      <Field label={t('project-timers:by')}>
        <Segmented
          aria-label={t('project-timers:by')}
          value={draft.by}
          options={[
            { value: 'clock' as const, label: t('project-timers:clock') },
            ...SUN_EVENTS.map((value) => ({ value, label: t(`timers:sun.${value}`) })),
          ]}
          onChange={(by) => set({ by })}
        />
      </Field>
      {draft.by === 'clock' ? (
        <TimeField
          label={t('timers:form.time')}
          value={draft.time}
          problem={said('time')}
          onChange={(time) => set({ time })}
        />
      ) : (
        <div className="timer-offset">
          <FigureField
            label={t('project-timers:minutes')}
            value={draft.minutes}
            unit="min"
            said={said('offsetMin')}
            onChange={(minutes) => set({ minutes })}
          />
          <Segmented
            aria-label={t('project-timers:side')}
            value={draft.side}
            options={SIDES.map((value) => ({ value, label: t(`project-timers:${value}`) }))}
            onChange={(side) => set({ side })}
          />
        </div>
      )}
      {draft.by !== 'clock' && (
        <p className="project-form__hint">{t('project-timers:sun-about')}</p>
      )}
    </>
  );
}
