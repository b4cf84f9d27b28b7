/** On the page of a simulated breaker: that it is simulated, and the button that removes it. */
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useAction } from '../../../components/forms/use-action.ts';
import { PATHS } from '../../../config/paths.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { useMay } from '../../../lib/session/use-may.ts';

export function SimulatedNote() {
  const { t } = useTranslation('device-page');
  const mayRemove = useMay('device.remove');
  const [isAsking, setAsking] = useState(false);
  const send = useSend('v2.devices');
  const navigate = useNavigate();
  const { run, isBusy } = useAction();
  const remove = async () => {
    setAsking(false);
    await send('v2.simulated-breaker.remove', {});
    await navigate({ to: PATHS.deviceManage });
  };
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('device-page:simulated.note')}
        action={
          mayRemove && (
            <Button size="small" loading={isBusy} onClick={() => setAsking(true)}>
              {t('device-page:simulated.remove')}
            </Button>
          )
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('device-page:simulated.title')}
        confirmLabel={t('device-page:simulated.remove')}
        isDanger
        onConfirm={() => void run(remove, t('device-page:simulated.removed'))}
        onCancel={() => setAsking(false)}
      >
        <p>{t('device-page:simulated.body')}</p>
      </ConfirmDialog>
    </>
  );
}
