/** Credentials of the device, and its rejected messages. */
import { KeyOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { NewDevice } from '../../../device-kit/components/device-form-dialog.tsx';
import { useMay } from '../../../lib/session/use-may.ts';
import { ConnectionDialog } from '../../devices/components/connection-dialog.tsx';
import { RenewSecretDialog } from '../../devices/components/renew-secret-dialog.tsx';
import { type Information, useRefetchInformation } from '../api/use-information.ts';

export function AccessTab({ device }: { device: Information }) {
  const { t } = useTranslation('device-information');
  const isAdmin = useMay('device.remove');
  const refetch = useRefetchInformation();
  const [isAsking, setAsking] = useState(false);
  const [renewed, setRenewed] = useState<NewDevice>();
  const { credentials, rejected, device_code: code } = device;
  return (
    <div className="columns columns-fit columns-wide align-start gap-16">
      <section className="information__box panel stack">
        <h3>{t('device-information:access.title')}</h3>
        {credentials === null ? (
          <p>
            {device.channel === null
              ? t('device-information:access.of-gateway')
              : t('device-information:access.of-device')}
          </p>
        ) : (
          <>
            <Facts
              rows={[
                [
                  t('device-information:access.issued'),
                  <Moment key="issued" at={credentials.issued_at} />,
                ],
                [
                  t('device-information:access.used'),
                  credentials.used === null ? (
                    t('device-information:access.never')
                  ) : (
                    <span key="used">
                      <Moment at={credentials.used_at} />{' '}
                      {t(`device-information:cause.came.${credentials.used}`)}
                    </span>
                  ),
                ],
              ]}
            />
            {credentials.old_until !== null && (
              <Alert
                type="warning"
                showIcon
                title={
                  <>
                    {t('device-information:access.old-until')} <Moment at={credentials.old_until} />
                  </>
                }
              />
            )}
            {isAdmin ? (
              <Button icon={<KeyOutlined aria-hidden />} onClick={() => setAsking(true)}>
                {t('device-information:access.renew')}
              </Button>
            ) : (
              <p className="muted">{t('device-information:access.only-admin')}</p>
            )}
          </>
        )}
      </section>
      {rejected !== null && (
        <section className="panel stack">
          <h3>{t('device-information:rejected.title')}</h3>
          <p>
            {rejected === 0
              ? t('device-information:rejected.none')
              : t('device-information:rejected.count', { count: rejected })}
          </p>
          {rejected > 0 && (
            <Link to="/rejected-messages" search={{ device: code }}>
              {t('device-information:rejected.see')}
            </Link>
          )}
        </section>
      )}
      {isAsking && (
        <RenewSecretDialog
          device={{ name: device.device_name, code, isDtu: device.kind === 'dtu' }}
          onClose={() => setAsking(false)}
          onRenewed={(fresh) => {
            setAsking(false);
            setRenewed(fresh);
            void refetch();
          }}
        />
      )}
      {renewed !== undefined && (
        <ConnectionDialog
          device={renewed}
          onStored={() => {
            setRenewed(undefined);
            void refetch();
          }}
        />
      )}
    </div>
  );
}
