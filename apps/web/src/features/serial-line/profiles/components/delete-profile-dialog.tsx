import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../../components/forms/delete-dialog.tsx';
import type { MeterProfile } from '../../api/use-serial-line.ts';
import { modelName } from '../../model-name.ts';
import { useProfileChanges } from '../use-profiles.ts';

interface DeleteProfileDialogProps {
  readonly profile: MeterProfile;
  readonly onClose: () => void;
}

export function DeleteProfileDialog({ profile, onClose }: DeleteProfileDialogProps) {
  const { t } = useTranslation('serial-lines');
  const send = useProfileChanges();
  const name = modelName(profile);
  return (
    <DeleteDialog
      title={t('serial-lines:profiles.delete-title', { name })}
      saveLabel={t('serial-lines:profiles.delete-confirm')}
      done={t('serial-lines:profiles.deleted', { name })}
      onSave={() => send('v2.meter-profiles.delete', { params: { id: profile.id } })}
      onClose={onClose}
    >
      <p>{t('serial-lines:profiles.delete-body')}</p>
    </DeleteDialog>
  );
}
