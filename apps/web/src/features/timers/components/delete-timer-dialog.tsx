/**
 * "Confirm to delete?" (docs/specification/platform.md 6.3), with the runs the device still
 * executes until it receives the deletion.
 */
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useTimerChanges } from '../api/use-timers.ts';
import type { Timer } from '../timer.ts';

export function DeleteTimerDialog({ timer, onClose }: { timer: Timer; onClose: () => void }) {
  const { t } = useTranslation(['timers', 'control']);
  const errorText = useErrorText();
  const { remove, refetch } = useTimerChanges();
  return (
    <ConfirmDialog
      isOpen
      title={t('timers:confirm-delete')}
      confirmLabel={t('timers:delete')}
      isDanger
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(
          { body: { id: timer.id } },
          {
            onSuccess: () => {
              void refetch();
              onClose();
            },
          },
        )
      }
    >
      <p>
        <bdi>{timer.deviceName}</bdi>: {t(`control:order.${timer.order}`)}{' '}
        <span className="ltr">{timer.time}</span>
      </p>
      {timer.runBy === 'device' && <p>{t('timers:delete-note')}</p>}
      {remove.error !== null && <p role="alert">{errorText(remove.error)}</p>}
    </ConfirmDialog>
  );
}
