/** Creates or edits a scheduled report: kind, devices, schedule and recipients. */
import {
  MAX_REPORT_DAYS,
  REPORT_FORMATS,
  REPORT_TYPES,
  type ReportType,
} from '@busbar/domain/report/report-kind';
import { Alert, App, Button, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { useScheduleChanges } from '../api/use-schedules.ts';
import type { Recipient, Schedule } from '../schedule.ts';
import {
  bodyOf,
  draftOf,
  isCutShort,
  isWhole,
  newSchedule,
  type ScheduleDraft,
  SPANS,
} from '../schedule-draft.ts';
import { RecipientsField } from './recipients-field.tsx';
import { ReportScopeField } from './report-scope.tsx';
import { RhythmField } from './rhythm-field.tsx';

interface ScheduleDialogProps {
  readonly people: readonly Recipient[];
  /** Undefined creates a new one. */
  readonly schedule?: Schedule;
  readonly onDone: () => void;
}

export function ScheduleDialog({ people, schedule, onDone }: ScheduleDialogProps) {
  const { t } = useTranslation('reports');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { user_id: self } = useRequiredSession().user;
  const { add, change, followed } = useScheduleChanges();
  const id = useId();
  const [begun] = useState(() =>
    schedule === undefined ? newSchedule(people, self) : draftOf(schedule),
  );
  const [draft, setDraft] = useState<ScheduleDraft>(begun);
  const isDirty = draft !== begun;
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => void mayClose().then((yes) => yes && onDone());
  const edit = (part: Partial<ScheduleDraft>) => {
    add.reset();
    change.reset();
    setDraft({ ...draft, ...part });
  };
  const failure = add.error ?? change.error;

  const save = async () => {
    const body = bodyOf(draft);
    const saved = await (schedule === undefined
      ? add.mutateAsync({ body })
      : change.mutateAsync({ params: { id: String(schedule.id) }, body })
    ).catch(() => undefined);
    if (saved === undefined) return;
    setDraft(begun);
    void followed();
    void message.success(t('reports:schedule.saved'));
    onDone();
  };

  return (
    <Dialog
      open
      width={620}
      title={t(schedule === undefined ? 'reports:schedule.add' : 'reports:schedule.change-title')}
      mask={{ closable: !isDirty }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            disabled={!isWhole(draft)}
            loading={add.isPending || change.isPending}
            onClick={() => void save()}
          >
            {t('reports:schedule.save')}
          </Button>
        </>
      }
    >
      <div className="schedule-form stack gap-16">
        <div className="schedule-form__pair halves align-start">
          <div className="stack gap-4 hint">
            <label htmlFor={`${id}-type`}>{t('reports:type.label')}</label>
            <Select<ReportType>
              id={`${id}-type`}
              value={draft.type}
              options={REPORT_TYPES.map((value) => ({ value, label: t(`reports:type.${value}`) }))}
              onChange={(type) => edit({ type })}
            />
          </div>
          <fieldset className="report-form__field stack gap-8">
            <legend>{t('reports:file.label')}</legend>
            <Radio.Group
              name={`${id}-format`}
              value={draft.format}
              options={REPORT_FORMATS.toReversed().map((value) => ({
                value,
                label: t(`reports:file.${value}`),
              }))}
              onChange={({ target }) => edit({ format: target.value })}
            />
          </fieldset>
        </div>
        <ReportScopeField value={draft.scope} onChange={(scope) => edit({ scope })} />
        <RhythmField value={draft} onChange={edit} />
        <div className="stack gap-4 hint">
          <label htmlFor={`${id}-span`}>{t('reports:schedule.span.label')}</label>
          <Select
            id={`${id}-span`}
            value={draft.span}
            options={SPANS.map((value) => ({ value, label: t(`reports:schedule.span.${value}`) }))}
            onChange={(span) => edit({ span })}
          />
        </div>
        {isCutShort(draft) && (
          <p className="report-form__note warn text-small" role="status">
            {t('reports:schedule.cut', { count: MAX_REPORT_DAYS[draft.type] })}
          </p>
        )}
        <RecipientsField
          people={people}
          before={schedule?.recipients ?? []}
          value={draft.recipients}
          onChange={(recipients) => edit({ recipients })}
        />
        {failure !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(failure)} />
        )}
      </div>
    </Dialog>
  );
}
