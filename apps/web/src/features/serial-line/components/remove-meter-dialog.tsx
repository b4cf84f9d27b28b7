import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { type LineMeter, useLineChanges } from '../api/use-serial-line.ts';

interface RemoveMeterDialogProps {
  readonly code: string;
  readonly meter: LineMeter;
  readonly onClose: () => void;
}

export function RemoveMeterDialog({ code, meter, onClose }: RemoveMeterDialogProps) {
  const { t } = useTranslation('serial-lines');
  const send = useLineChanges();
  const { device_code, device_name: name } = meter;
  const params = { device_code: code, meter: device_code };
  return (
    <DeleteDialog
      title={t('serial-lines:end.title', { name })}
      saveLabel={t('serial-lines:end.confirm')}
      done={t('serial-lines:end.done', { name })}
      onSave={() => send('v2.serial-line.meters.remove', { params })}
      onClose={onClose}
    >
      <p>{t('serial-lines:end.body')}</p>
    </DeleteDialog>
  );
}
