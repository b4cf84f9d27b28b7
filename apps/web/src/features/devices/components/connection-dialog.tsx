/**
 * What a device needs to connect, with its secret, shown once. It closes only by saying that the
 * secret is stored, and tells when the first reading has arrived.
 */
import { CheckCircleFilled, LoadingOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { connectionSettings, tryLine } from '../connection-settings.ts';
import type { NewDevice } from './device-form-dialog.tsx';
import './connection-dialog.css';

export interface ConnectionDialogProps {
  readonly device: NewDevice;
  readonly onStored: () => void;
}

export function ConnectionDialog({ device, onStored }: ConnectionDialogProps) {
  const { t } = useTranslation('devices');
  const settings = connectionSettings(device.code, device.broker, location.hostname);
  const line = tryLine(settings, device.secret);
  const rows: readonly (readonly [label: string, value: string])[] = [
    [t('devices:connection.host'), settings.host],
    [t('devices:connection.port'), String(settings.port)],
    ...(settings.tlsPort === null
      ? []
      : [[t('devices:connection.port-tls'), String(settings.tlsPort)] as const]),
    [t('devices:connection.client'), settings.code],
    [t('devices:connection.user'), settings.code],
    [t('devices:connection.password'), device.secret],
    [t('devices:connection.publish'), settings.publishTopic],
    [t('devices:connection.subscribe'), settings.subscribeTopic],
  ];
  return (
    <Modal
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
      <dl className="connection">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi className="code ltr">{value}</bdi>
              <CopyButton text={value} what={label} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="connection-try">{t('devices:connection.try')}</p>
      <div className="connection-line">
        <code dir="ltr">{line}</code>
        <CopyButton text={line} what={t('devices:connection.line')} />
      </div>
      <FirstReading code={device.code} />
    </Modal>
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
    <p className="connection-reading" role="status" data-arrived={arrivedAt !== undefined}>
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
