/** Sends a test message by one channel. The in-platform test succeeds once it arrives here. */
import { SendOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeliveryText } from '../../../i18n/delivery-text.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { type NotificationWay, useSettingsChanges } from '../api/use-notification-settings.ts';

export function WayTest({ way, isReady }: { way: NotificationWay; isReady: boolean }) {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  const deliveryText = useDeliveryText();
  const { test, tested } = useSettingsChanges();
  const [hasCome, setCome] = useState(false);
  useRealtime((event) => {
    if (way === 'in_app' && event.type === 'NOTIFICATION' && event.notification === null) {
      setCome(true);
    }
  });
  const result = test.data?.data;
  const name = t(`notifications:types.${way}`);
  const outcome = () => {
    if (result === undefined) return undefined;
    if (!result.ok) return ['error', deliveryText(result.error ?? 'failed')] as const;
    if (way !== 'in_app') return ['success', t(`notifications:test.taken-${way}`)] as const;
    return hasCome
      ? (['success', t('notifications:test.has-come')] as const)
      : (['info', t('notifications:test.on-its-way')] as const);
  };
  const shown = outcome();
  return (
    <>
      <Button
        icon={<SendOutlined aria-hidden />}
        disabled={!isReady}
        loading={test.isPending}
        aria-label={t('notifications:test.send-of', { way: name })}
        onClick={() => {
          setCome(false);
          test.mutate({ body: { channel: way } }, { onSuccess: () => void tested() });
        }}
      >
        {t('notifications:test.send')}
      </Button>
      <div aria-live="polite" className="notify__result">
        {shown !== undefined && <Alert type={shown[0]} showIcon title={shown[1]} />}
        {test.error !== null && <Alert type="error" showIcon title={errorText(test.error)} />}
      </div>
    </>
  );
}
