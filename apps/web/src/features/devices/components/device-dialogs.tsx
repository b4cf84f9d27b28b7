/** The dialogs of the device list; at most one is open. */
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import type { DeviceListRow } from '../../../device-kit/api/device-list.ts';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import {
  DeviceFormDialog,
  type NewDevice,
} from '../../../device-kit/components/device-form-dialog.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { LocationDialog } from './location-dialog.tsx';
import { RenewSecretDialog } from './renew-secret-dialog.tsx';

export type OpenDialog =
  | { readonly kind: 'form'; readonly device: DeviceListRow | undefined }
  | { readonly kind: 'location' | 'delete' | 'secret'; readonly device: DeviceListRow }
  | { readonly kind: 'connection'; readonly device: NewDevice };

export interface DeviceDialogsProps {
  readonly dialog: OpenDialog | undefined;
  readonly onDialog: (dialog: OpenDialog | undefined) => void;
}

export function DeviceDialogs({ dialog, onDialog }: DeviceDialogsProps) {
  const { t } = useTranslation('devices');
  const { message } = App.useApp();
  const close = () => onDialog(undefined);
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'form':
      return (
        <DeviceFormDialog
          device={dialog.device}
          onClose={close}
          onSaved={(added) => {
            if (added !== undefined) return onDialog({ kind: 'connection', device: added });
            message.success(t('devices:form.saved'));
            close();
          }}
        />
      );
    case 'connection':
      return <ConnectionDialog device={dialog.device} onStored={close} />;
    case 'location':
      return <LocationDialog device={dialog.device} onClose={close} />;
    case 'delete':
      return <DeleteDevice device={dialog.device} onClose={close} />;
    case 'secret':
      return (
        <RenewSecretDialog
          device={{
            name: dialog.device.deviceName,
            code: dialog.device.deviceCode,
            isDtu: dialog.device.kind === 'dtu',
          }}
          onClose={close}
          onRenewed={(device) => onDialog({ kind: 'connection', device })}
        />
      );
  }
}

function DeleteDevice({ device, onClose }: { device: DeviceListRow; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const { remove, refetch } = useDeviceChanges();
  const { id, groupId, deviceName: name } = device;
  return (
    <DeleteDialog
      title={t('devices:delete.title')}
      saveLabel={t('devices:action.delete')}
      done={t('devices:delete.done', { name })}
      onSave={() => remove.mutateAsync({ body: { id, groupId } })}
      onSaved={() => {
        void refetch();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('devices:delete.body', { name })}</p>
    </DeleteDialog>
  );
}
