/** Connection parameters and secret of a device, each with a copy button, and a test command. */
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import type { NewDevice } from '../../../device-kit/components/device-form-dialog.tsx';
import { connectionSettings, tryLine } from '../../../device-kit/connection-settings.ts';
import './connection-dialog.css';

export function ConnectionFacts({ device }: { device: NewDevice }) {
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
    <>
      <dl className="connection">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="line spread">
              <bdi className="code ltr breakable">{value}</bdi>
              <CopyButton text={value} what={label} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="connection-try muted">{t('devices:connection.try')}</p>
      <div className="connection-line line align-start">
        <code className="code breakable grow" dir="ltr">
          {line}
        </code>
        <CopyButton text={line} what={t('devices:connection.line')} />
      </div>
    </>
  );
}
