/**
 * "Confirm to delete?" (docs/specification/platform.md 6.3), with the runs the device still
 * executes until it receives the deletion.
 */
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { useSend } from '../../../lib/calls/use-send.ts';
import type { Timer } from '../timer.ts';
import { useTimerDeviceName } from '../use-timer-titles.ts';

export function DeleteTimerDialog({ timer, onClose }: { timer: Timer; onClose: () => void }) {
  const { t } = useTranslation(['timers', 'control']);
  const name = useTimerDeviceName()(timer);
  const send = useSend('v1.task.find');
  return (
    <DeleteDialog
      title={t('timers:confirm-delete')}
      saveLabel={t('timers:delete')}
      onSave={() => send('v1.task.del', { body: { id: timer.id } })}
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi>: {t(`control:order.${timer.command}`)}{' '}
        <span className="ltr">{timer.time}</span>
      </p>
      {timer.runBy === 'device' && <p>{t('timers:delete-note')}</p>}
    </DeleteDialog>
  );
}
