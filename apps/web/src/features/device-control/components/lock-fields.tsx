/** Reason and end of a lock; both are displayed on its card for every user. */
import { formatLocal, parseLocal } from '@busbar/domain/calendar';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { type FormState, useFormState } from '../../../components/forms/form-state.ts';
import { FormLines } from '../../../components/forms/form-text.tsx';
import type { CommandRequest } from '../../../device-kit/api/command-request.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

export interface LockValues {
  reason: string;
  /** `YYYY-MM-DD HH:mm:ss`, wall clock in the customer's time zone. */
  until: string;
}

const REASON_LENGTH = 300;
const HOUR_MS = 3_600_000;
const PRESET_HOURS = [1, 4, 8, 24] as const;

export const useLockZone = (): string => useRequiredSession().user.zone;

export function lockCommand(
  { reason, until }: LockValues,
  zone: string,
  requestKey: string,
): CommandRequest {
  const instant = parseLocal(until, zone);
  return {
    command: 'lock',
    requestKey,
    reason: reason.trim(),
    ...(instant === undefined ? {} : { until: instant }),
  };
}

export function useLockForm(zone: string): FormState<LockValues> {
  const { t } = useTranslation('control');
  const untilProblem = (until: string) => {
    const instant = parseLocal(until, zone);
    if (instant === undefined) return t('control:lock-form.until-required');
    return instant <= Date.now() ? t('control:lock-form.until-past') : undefined;
  };
  return useFormState<LockValues>(() => ({ reason: '', until: '' }), {
    problems: ({ reason, until }) => ({
      reason: reason.trim() === '' ? t('control:lock-form.reason-required') : undefined,
      until: untilProblem(until),
    }),
  });
}

export function LockFields({ form, zone }: { form: FormState<LockValues>; zone: string }) {
  const { t } = useTranslation('control');
  const setHours = (hours: number) => {
    const text = formatLocal(Date.now() + hours * HOUR_MS, zone);
    form.set({ until: `${text.slice(0, 16)}:00` });
  };
  const { problem, ...until } = form.field('until');
  return (
    <div className="stack gap-16 unmarked">
      <FormLines
        label={t('control:lock-form.reason')}
        isRequired
        maxLength={REASON_LENGTH}
        placeholder={t('control:lock-form.reason-example')}
        {...form.field('reason')}
      />
      <Field label={t('control:lock-form.until', { zone })} problem={problem}>
        {({ id, status, 'aria-describedby': describedBy }) => (
          <>
            <MomentField
              id={id}
              isWrong={status === 'error'}
              aria-describedby={describedBy}
              {...until}
            />
            <div className="lock-presets row">
              {PRESET_HOURS.map((hours) => (
                <Button key={hours} size="small" onClick={() => setHours(hours)}>
                  {t('control:lock-form.hours', { count: hours })}
                </Button>
              ))}
            </div>
          </>
        )}
      </Field>
    </div>
  );
}
