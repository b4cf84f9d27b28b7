/** Sends one signed batch without records and shows the result. */
import { SendOutlined } from '@ant-design/icons';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeliveryText } from '../../../i18n/delivery-text.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { type ForwardingStatus, useForwardingTest } from '../api/use-forwarding.ts';

export function ForwardingTest({ status }: { status: ForwardingStatus }) {
  const { t } = useTranslation('forwarding');
  const { tag } = useLanguage();
  const errorText = useErrorText();
  const deliveryText = useDeliveryText();
  const { test, followed } = useForwardingTest();
  const canTest = status.secret_prefix !== null && status.device_data_receive_url !== '';
  const result = test.data?.data;
  const answered =
    result?.status == null
      ? []
      : [t('forwarding:test.status', { status: ltrText(`${result.status}`) })];
  const text =
    result === undefined
      ? ''
      : [
          ...(result.error === null ? [] : [deliveryText(result.error)]),
          ...answered,
          t('forwarding:test.took', { time: ltrText(formatDuration(result.took_ms, tag)) }),
        ].join(' · ');
  return (
    <section
      className="forwarding__test stack gap-8 to-start"
      aria-label={t('forwarding:test.title')}
    >
      <h2>{t('forwarding:test.title')}</h2>
      <p className="prose">{t(canTest ? 'forwarding:test.about' : 'forwarding:test.not-yet')}</p>
      <Button
        icon={<SendOutlined aria-hidden />}
        disabled={!canTest}
        loading={test.isPending}
        onClick={() => test.mutate({ body: {} }, { onSettled: () => void followed() })}
      >
        {t('forwarding:test.send')}
      </Button>
      <div aria-live="polite">
        {result !== undefined && !test.isPending && (
          <Alert
            type={result.ok ? 'success' : 'error'}
            showIcon
            title={t(result.ok ? 'forwarding:test.ok' : 'forwarding:test.failed')}
            description={text}
          />
        )}
        {test.error !== null && <Alert type="error" showIcon title={errorText(test.error)} />}
      </div>
    </section>
  );
}
