import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../components/dialogs/confirm-dialog.tsx';
import { Moment } from '../../../../components/values/moment.tsx';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { useVisitChanges, type Visit } from '../../api/use-visits.ts';

export function CancelVisitDialog({ visit, onDone }: { visit: Visit; onDone: () => void }) {
  const { t } = useTranslation('projects');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { cancel, followed } = useVisitChanges();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('projects:visit.cancel')}
      confirmLabel={t('projects:visit.cancel-confirm')}
      isBusy={cancel.isPending}
      onConfirm={() =>
        cancel.mutate(
          { params: { id: String(visit.id) } },
          {
            onSuccess: () => {
              void message.success(t('projects:visit.cancelled'));
              onDone();
            },
            onSettled: () => void followed(),
          },
        )
      }
      onCancel={onDone}
    >
      <div className="project-form">
        <p>
          <strong>
            <bdi>{visit.lamp_group_name ?? t('projects:visit.whole')}</bdi>
          </strong>
          , <Moment at={visit.from} />
        </p>
        <p>{t('projects:visit.cancel-body')}</p>
        {cancel.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(cancel.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
