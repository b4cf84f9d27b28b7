import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { type SsoSettings, useSettingsChange } from '../api/use-settings.ts';

interface DeleteProviderProps {
  settings: SsoSettings;
  onClose: () => void;
}

export function DeleteProvider({ settings, onClose }: DeleteProviderProps) {
  const { t } = useTranslation('single-sign-on');
  const send = useSettingsChange();
  const { name, revision } = settings;
  return (
    <DeleteDialog
      title={t('single-sign-on:delete')}
      name={name}
      saveLabel={t('single-sign-on:delete')}
      done={t('single-sign-on:deleted')}
      onSave={() => send('v2.sso.settings.delete', { query: { revision } })}
      onClose={onClose}
    >
      <p>{t('single-sign-on:delete-about')}</p>
    </DeleteDialog>
  );
}
