/** Time of a timer: a clock time, or minutes before or after sunrise or sunset. */
import { SUN_EVENTS } from '@busbar/domain/timer/sun-time';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormSegments } from '../../../components/forms/form-choice.tsx';
import { FormClock } from '../../../components/forms/form-clock.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import type { ProjectTimerDraft } from './timer-draft.ts';

const SIDES = ['before', 'after'] as const;

export function TimerWhenFields({ form }: { form: FormState<ProjectTimerDraft> }) {
  const { t } = useTranslation(['project-timers', 'timers']);
  const { by, side } = form.values;
  return (
    <>
      <FormSegments
        label={t('project-timers:by')}
        options={[
          { value: 'clock' as const, label: t('project-timers:clock') },
          ...SUN_EVENTS.map((value) => ({ value, label: t(`timers:sun.${value}`) })),
        ]}
        {...form.field('by')}
      />
      {by === 'clock' ? (
        <FormClock label={t('timers:form.time')} {...form.field('time')} />
      ) : (
        <>
          <div className="row align-end">
            <FormNumber
              label={t('project-timers:minutes')}
              precision={0}
              unit="min"
              {...form.field('minutes')}
              problem={form.problemOf('offsetMin')}
            />
            <Segmented
              aria-label={t('project-timers:side')}
              value={side}
              options={SIDES.map((value) => ({ value, label: t(`project-timers:${value}`) }))}
              onChange={(next) => form.set({ side: next })}
            />
          </div>
          <p className="hint prose">{t('project-timers:sun-about')}</p>
        </>
      )}
    </>
  );
}
