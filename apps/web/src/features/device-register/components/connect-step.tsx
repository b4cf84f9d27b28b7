/** Second part of step 2: the secret, shown once, with all connection parameters of the device. */
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { NewDevice } from '../../../device-kit/components/device-form-dialog.tsx';
import { ConnectionFacts } from '../../devices/components/connection-facts.tsx';

export function ConnectStep({ device, onStored }: { device: NewDevice; onStored: () => void }) {
  const { t } = useTranslation(['device-register', 'devices']);
  return (
    <section className="stack" aria-label={t('devices:connection.title', { name: device.name })}>
      <h2>{t('devices:connection.title', { name: device.name })}</h2>
      <Alert type="warning" showIcon title={t('devices:connection.once')} />
      <ConnectionFacts device={device} />
      <div className="register__acts row gap-wide">
        <Button type="primary" onClick={onStored}>
          {t('devices:connection.stored')}
        </Button>
      </div>
    </section>
  );
}
