import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { useScheduleChanges } from '../api/use-schedules.ts';
import type { Schedule } from '../schedule.ts';
import { useScheduleTexts } from './use-schedule-texts.ts';

interface DeleteScheduleDialogProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

export function DeleteScheduleDialog({ schedule, onClose }: DeleteScheduleDialogProps) {
  const { t } = useTranslation('reports');
  const send = useScheduleChanges();
  const { name, when } = useScheduleTexts()(schedule);
  return (
    <DeleteDialog
      title={t('reports:schedule.delete-title')}
      saveLabel={t('reports:do.delete')}
      done={t('reports:schedule.deleted')}
      onSave={() => send('v2.report-schedule.delete', { params: { id: String(schedule.id) } })}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>, {when}
      </p>
      <p>{t('reports:schedule.delete-body')}</p>
    </DeleteDialog>
  );
}
