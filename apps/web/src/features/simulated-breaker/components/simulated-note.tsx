/** On the page of a simulated breaker: that it is simulated, and the button that removes it. */
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { useMay } from '../../../lib/session/use-may.ts';

export function SimulatedNote() {
  const { t } = useTranslation('device-page');
  const mayRemove = useMay('device.remove');
  const [isAsking, setAsking] = useState(false);
  const send = useSend('v2.devices');
  const navigate = useNavigate();
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={
          <span className="row spread">
            {t('device-page:simulated.note')}
            {mayRemove && (
              <Button size="small" onClick={() => setAsking(true)}>
                {t('device-page:simulated.remove')}
              </Button>
            )}
          </span>
        }
      />
      {isAsking && (
        <DeleteDialog
          title={t('device-page:simulated.title')}
          saveLabel={t('device-page:simulated.remove')}
          done={t('device-page:simulated.removed')}
          onSave={() => send('v2.simulated-breaker.remove', {})}
          onSaved={() => void navigate({ to: PATHS.deviceManage })}
          onClose={() => setAsking(false)}
        >
          <p>{t('device-page:simulated.body')}</p>
        </DeleteDialog>
      )}
    </>
  );
}
