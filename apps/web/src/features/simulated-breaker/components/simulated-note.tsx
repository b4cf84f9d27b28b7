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
  const { t } = useTranslation('simulated-breaker');
  const mayRemove = useMay('device.remove');
  const [isRemoving, setRemoving] = useState(false);
  const send = useSend('v2.devices');
  const navigate = useNavigate();
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('simulated-breaker:note')}
        action={
          mayRemove && (
            <Button size="small" onClick={() => setRemoving(true)}>
              {t('simulated-breaker:remove')}
            </Button>
          )
        }
      />
      {isRemoving && (
        <DeleteDialog
          title={t('simulated-breaker:confirm.title')}
          saveLabel={t('simulated-breaker:remove')}
          done={t('simulated-breaker:removed')}
          onSave={() => send('v2.simulated-breaker.remove', {})}
          onSaved={() => void navigate({ to: PATHS.deviceManage })}
          onClose={() => setRemoving(false)}
        >
          <p>{t('simulated-breaker:confirm.body')}</p>
        </DeleteDialog>
      )}
    </>
  );
}
