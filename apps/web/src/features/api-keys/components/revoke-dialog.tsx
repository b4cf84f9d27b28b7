import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { type ApiKey, useApiKeyChanges } from '../api/use-api-keys.ts';

export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const send = useApiKeyChanges();
  return (
    <DeleteDialog
      title={t('api-keys:revoke-title')}
      saveLabel={t('api-keys:revoke')}
      done={t('api-keys:revoked')}
      onSave={() => send('v2.api-keys.revoke', { params: { id: String(apiKey.id) } })}
      onClose={onClose}
    >
      <p>
        <bdi>{apiKey.name}</bdi> <bdi className="code ltr">{`${apiKey.prefix}…`}</bdi>
      </p>
      <p>{t('api-keys:revoke-body')}</p>
      <p>
        {t('api-keys:column.used')}:{' '}
        {apiKey.last_used_at === null ? t('api-keys:never') : <Moment at={apiKey.last_used_at} />}
      </p>
    </DeleteDialog>
  );
}
