/** Creates or edits a scheduled report: kind, devices, schedule, way and recipients. */
import { MAX_REPORT_DAYS, REPORT_FORMATS, REPORT_TYPES } from '@busbar/domain/report/report-kind';
import { useTranslation } from 'react-i18next';
import { FormRadios } from '../../../components/forms/form-choice.tsx';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useScheduleChanges } from '../api/use-schedules.ts';
import type { Recipient, Schedule } from '../schedule.ts';
import { bodyOf, draftOf, isCutShort, isWhole, newSchedule, SPANS } from '../schedule-draft.ts';
import { RecipientsField } from './recipients-field.tsx';
import { ReportScopeField } from './report-scope.tsx';
import { RhythmField } from './rhythm-field.tsx';

interface ScheduleDialogProps {
  readonly people: readonly Recipient[];
  /** The platform can send mail. */
  readonly hasMail: boolean;
  /** Undefined creates a new one. */
  readonly schedule?: Schedule;
  readonly onClose: () => void;
}

export function ScheduleDialog({ people, hasMail, schedule, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('reports');
  const { user_id: self } = useRequiredSession().user;
  const send = useScheduleChanges();
  const form = useFormState(() =>
    schedule === undefined ? newSchedule(people, self, hasMail) : draftOf(schedule),
  );
  const draft = form.values;
  const save = () => {
    const body = bodyOf(draft);
    return schedule === undefined
      ? send('v2.report-schedule.add', { body })
      : send('v2.report-schedule.change', { params: { id: String(schedule.id) }, body });
  };
  return (
    <FormDialog<unknown>
      form={form}
      width={WIDE}
      title={t(schedule === undefined ? 'reports:schedule.add' : 'reports:schedule.change-title')}
      saveLabel={t('reports:schedule.save')}
      done={t('reports:schedule.saved')}
      isBlocked={!isWhole(draft)}
      onSave={save}
      onClose={onClose}
    >
      <div className="columns columns-fit columns-narrow">
        <FormSelect
          label={t('reports:type.label')}
          options={REPORT_TYPES.map((value) => ({ value, label: t(`reports:type.${value}`) }))}
          {...form.field('type')}
        />
        <FormRadios
          label={t('reports:file.label')}
          options={REPORT_FORMATS.toReversed().map((value) => ({
            value,
            label: t(`reports:file.${value}`),
          }))}
          {...form.field('format')}
        />
      </div>
      <ReportScopeField {...form.field('scope')} />
      <RhythmField form={form} />
      <FormSelect
        label={t('reports:schedule.span.label')}
        options={SPANS.map((value) => ({ value, label: t(`reports:schedule.span.${value}`) }))}
        {...form.field('span')}
      />
      {isCutShort(draft) && (
        <p className="report-form__note warn text-small" role="status">
          {t('reports:schedule.cut', { count: MAX_REPORT_DAYS[draft.type] })}
        </p>
      )}
      <FormRadios
        label={t('reports:schedule.arrives.label')}
        help={
          hasMail
            ? t(`reports:schedule.arrives.${draft.by_mail ? 'mail' : 'list'}-about`)
            : t('reports:schedule.no-mail')
        }
        options={[
          { value: false, label: t('reports:schedule.arrives.list') },
          {
            value: true,
            label: t('reports:schedule.arrives.mail'),
            disabled: !hasMail && schedule?.by_mail !== true,
          },
        ]}
        {...form.field('by_mail')}
      />
      <RecipientsField
        isByMail={draft.by_mail}
        people={people}
        before={schedule?.recipients ?? []}
        {...form.field('recipients')}
      />
    </FormDialog>
  );
}
