/** The devices are registered; their secrets can be downloaded once, as a file. */
import { DownloadOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/values/facts.tsx';
import { connectionSettings } from '../../../device-kit/connection-settings.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { downloadFile } from '../../../lib/download.ts';
import type { Done, useImport } from '../api/use-import.ts';

interface SecretsStepProps {
  readonly done: Done;
  readonly controller: ReturnType<typeof useImport>;
}

export function SecretsStep({ done, controller }: SecretsStepProps) {
  const { t } = useTranslation(['device-import', 'devices']);
  const errorText = useErrorText();
  const { secrets } = controller;
  const file = secrets.data;
  return (
    <>
      <Alert
        type="success"
        showIcon
        role="status"
        title={
          done.registered === undefined
            ? t('device-import:secrets.waiting')
            : t('device-import:secrets.done', { count: done.registered })
        }
      />
      <Alert type="warning" showIcon title={t('device-import:secrets.once')} />
      {secrets.error !== null && (
        <Alert type="error" showIcon title={errorText(secrets.error)} role="alert" />
      )}
      <div className="import__acts row">
        <Button
          type="primary"
          icon={<DownloadOutlined aria-hidden />}
          loading={secrets.isPending}
          onClick={() => (file === undefined ? secrets.mutate(done.importId) : downloadFile(file))}
        >
          {t(file === undefined ? 'device-import:secrets.get' : 'device-import:secrets.again')}
        </Button>
        <Button onClick={controller.again}>{t('device-import:secrets.next')}</Button>
        <Link to="/devicemanage">{t('device-import:secrets.list')}</Link>
      </div>
      {file !== undefined && <Connection file={file} />}
    </>
  );
}

function Connection({
  file,
}: {
  file: NonNullable<SecretsStepProps['controller']['secrets']['data']>;
}) {
  const { t } = useTranslation(['device-import', 'devices']);
  const code = t('device-import:secrets.code');
  const settings = connectionSettings(code, file.connection, location.hostname);
  const ltr = (text: string) => <bdi className="code ltr">{text}</bdi>;
  return (
    <section className="stack gap-8" aria-label={t('device-import:secrets.connect')}>
      <h2>{t('device-import:secrets.connect')}</h2>
      <Facts
        rows={[
          [t('devices:connection.host'), ltr(settings.host)],
          [t('devices:connection.port'), ltr(String(settings.port))],
          ...(settings.tlsPort === null
            ? []
            : [[t('devices:connection.port-tls'), ltr(String(settings.tlsPort))] as const]),
          [t('devices:connection.user'), code],
          [t('devices:connection.publish'), ltr(settings.publishTopic)],
          [t('devices:connection.subscribe'), ltr(settings.subscribeTopic)],
        ]}
      />
    </section>
  );
}
