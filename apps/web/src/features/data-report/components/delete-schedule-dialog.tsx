import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useScheduleChanges } from '../api/use-schedules.ts';
import type { Schedule } from '../schedule.ts';
import { useScheduleTexts } from './use-schedule-texts.ts';

interface DeleteScheduleDialogProps {
  readonly schedule: Schedule;
  readonly onDone: () => void;
}

export function DeleteScheduleDialog({ schedule, onDone }: DeleteScheduleDialogProps) {
  const { t } = useTranslation('reports');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { remove, followed } = useScheduleChanges();
  const { name, when } = useScheduleTexts()(schedule);
  const confirm = () =>
    remove.mutate(
      { params: { id: String(schedule.id) } },
      {
        onSuccess: () => {
          void message.success(t('reports:schedule.deleted'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('reports:schedule.delete-title')}
      confirmLabel={t('reports:do.delete')}
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="schedule-form stack gap-16">
        <p>
          <strong>{name}</strong>, {when}
        </p>
        <p>{t('reports:schedule.delete-body')}</p>
        {remove.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(remove.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
