import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type ApiKey, useApiKeyChanges } from '../api/use-api-keys.ts';

export function RevokeDialog({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const { t } = useTranslation('api-keys');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { revoke, followed } = useApiKeyChanges();
  const confirm = () =>
    revoke.mutate(
      { params: { id: String(apiKey.id) } },
      {
        onSuccess: () => {
          message.success(t('api-keys:revoked'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('api-keys:revoke-title')}
      confirmLabel={t('api-keys:revoke')}
      isBusy={revoke.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="alarm-form stack">
        <p>
          <bdi>{apiKey.name}</bdi> <bdi className="code ltr">{`${apiKey.prefix}…`}</bdi>
        </p>
        <p>{t('api-keys:revoke-body')}</p>
        <p>
          {t('api-keys:column.used')}:{' '}
          {apiKey.last_used_at === null ? t('api-keys:never') : <Moment at={apiKey.last_used_at} />}
        </p>
        {revoke.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(revoke.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
