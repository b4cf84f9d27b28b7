/** Tests the entered settings, before they are saved, and names what is wrong. */
import { ApiOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useProviderTest } from '../api/use-settings.ts';
import type { SettingsDraft } from '../settings-draft.ts';

export function ProviderTest({ values }: { values: SettingsDraft }) {
  const { t } = useTranslation('users');
  const errorText = useErrorText();
  const test = useProviderTest();
  const { issuer, client_id, client_secret } = values;
  const tested = test.variables?.body;
  // A result is about the values that were tested.
  const isCurrent =
    tested?.issuer === issuer &&
    tested.client_id === client_id &&
    tested.client_secret === client_secret;
  const result = isCurrent && !test.isPending ? test.data?.data : undefined;
  return (
    <div className="stack gap-8 to-start">
      <Button
        icon={<ApiOutlined aria-hidden />}
        disabled={issuer.trim() === '' || client_id.trim() === ''}
        loading={test.isPending}
        onClick={() => test.mutate({ body: { issuer, client_id, client_secret } })}
      >
        {t('users:sso.test')}
      </Button>
      <div aria-live="polite">
        {result !== undefined && (
          <Alert
            type="success"
            showIcon
            title={t('users:sso.test-ok')}
            description={t(
              result.ends_sessions ? 'users:sso.test-signs-out' : 'users:sso.test-no-sign-out',
            )}
          />
        )}
        {isCurrent && test.error !== null && (
          <Alert type="error" showIcon title={errorText(test.error)} />
        )}
      </div>
    </div>
  );
}
