import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { Moment } from '../../../../components/values/moment.tsx';
import { useVisitChanges, type Visit } from '../../api/use-visits.ts';

export function CancelVisitDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { t } = useTranslation('projects');
  const send = useVisitChanges();
  return (
    <FormDialog
      isDanger
      title={t('projects:visit.cancel')}
      saveLabel={t('projects:visit.cancel-confirm')}
      done={t('projects:visit.cancelled')}
      onSave={() => send('v2.project-visit.cancel', { params: { id: String(visit.id) } })}
      onClose={onClose}
    >
      <p>
        <strong>
          <bdi>{visit.lamp_group_name ?? t('projects:visit.whole')}</bdi>
        </strong>
        , <Moment at={visit.from} />
      </p>
      <p>{t('projects:visit.cancel-body')}</p>
    </FormDialog>
  );
}
