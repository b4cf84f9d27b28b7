import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { type SsoSettings, useSettingsChange } from '../api/use-settings.ts';

interface DeleteProviderProps {
  settings: SsoSettings;
  onClose: () => void;
}

export function DeleteProvider({ settings, onClose }: DeleteProviderProps) {
  const { t } = useTranslation('users');
  const send = useSettingsChange();
  const { name, revision } = settings;
  return (
    <DeleteDialog
      title={t('users:sso.delete')}
      name={name}
      saveLabel={t('users:sso.delete')}
      done={t('users:sso.deleted')}
      onSave={() => send('v2.sso.settings.delete', { query: { revision } })}
      onClose={onClose}
    >
      <p>{t('users:sso.delete-about')}</p>
    </DeleteDialog>
  );
}
