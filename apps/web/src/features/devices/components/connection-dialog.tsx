/**
 * Connection parameters of a device with its secret, shown once. The dialog closes only after the
 * user confirms that the secret is stored, and it reports the first reading.
 */
import { CheckCircleFilled, LoadingOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { NewDevice } from '../../../device-kit/components/device-form-dialog.tsx';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { ConnectionFacts } from './connection-facts.tsx';

export interface ConnectionDialogProps {
  readonly device: NewDevice;
  readonly onStored: () => void;
}

export function ConnectionDialog({ device, onStored }: ConnectionDialogProps) {
  const { t } = useTranslation('devices');
  return (
    <Dialog
      open
      title={t('devices:connection.title', { name: device.name })}
      width={640}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onStored}>
          {t('devices:connection.stored')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('devices:connection.once')} />
      <ConnectionFacts device={device} />
      <FirstReading code={device.code} />
    </Dialog>
  );
}

function FirstReading({ code }: { code: string }) {
  const { t } = useTranslation('devices');
  const [arrivedAt, setArrivedAt] = useState<number>();
  useRealtime((event) => {
    const isReading = event.type === 'VARIABLE' || event.type === 'ENERGY';
    if (isReading && event.deviceCode === code) setArrivedAt((old) => old ?? event.reading.ts);
  });
  return (
    <p className="connection-reading muted" role="status" data-arrived={arrivedAt !== undefined}>
      {arrivedAt === undefined ? (
        <>
          <LoadingOutlined aria-hidden /> {t('devices:connection.waiting')}
        </>
      ) : (
        <>
          <CheckCircleFilled aria-hidden /> {t('devices:connection.arrived')}{' '}
          <Moment at={arrivedAt} />
        </>
      )}
    </p>
  );
}
