/**
 * Push settings of this browser: the reason why it is unavailable, the request for permission, or
 * the button to unsubscribe.
 */
import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { useSettingsChanges } from '../api/use-notification-settings.ts';
import {
  type PushAbility,
  pushAbility,
  subscribeBrowser,
  subscribedEndpoint,
  unsubscribeBrowser,
} from '../browser-push.ts';

export function BrowserPush({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  const { subscribe, unsubscribe, followed } = useSettingsChanges();
  const [ability, setAbility] = useState<PushAbility>(pushAbility);
  const [endpoint, setEndpoint] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isGone = false;
    subscribedEndpoint().then(
      (found) => {
        if (!isGone) setEndpoint(found);
      },
      // If the browser cannot report a subscription, it has none.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(isApiError(error) ? errorText(error) : t('notifications:push.no-service'));
    } finally {
      setBusy(false);
      void followed();
    }
  };
  const turnOn = () =>
    run(async () => {
      const subscription = await subscribeBrowser(publicKey);
      setAbility(pushAbility());
      if (subscription === 'denied') return setFailure(t('notifications:push.not-allowed'));
      try {
        await subscribe.mutateAsync({ body: subscription });
      } catch (error) {
        // The platform did not store the subscription, so the browser must not keep it.
        await unsubscribeBrowser();
        throw error;
      }
      setEndpoint(subscription.endpoint);
    });
  const turnOff = () =>
    run(async () => {
      const removed = (await unsubscribeBrowser()) ?? endpoint;
      setEndpoint(undefined);
      if (removed !== undefined) await unsubscribe.mutateAsync({ query: { endpoint: removed } });
    });

  if (ability !== 'able')
    return <Alert type="info" showIcon title={t(`notifications:push.${ability}`)} />;
  return (
    <>
      <p>{t(endpoint === undefined ? 'notifications:push.ask' : 'notifications:push.is-on')}</p>
      <Button loading={isBusy} onClick={endpoint === undefined ? turnOn : turnOff}>
        {t(endpoint === undefined ? 'notifications:push.turn-on' : 'notifications:push.turn-off')}
      </Button>
      <div aria-live="polite" className="notify__result">
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </div>
    </>
  );
}
