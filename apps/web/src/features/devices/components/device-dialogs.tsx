/** The dialogs of the device list; at most one is open. */
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import type { DeviceListRow } from '../../../device-kit/api/device-list.ts';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import {
  DeviceFormDialog,
  type NewDevice,
} from '../../../device-kit/components/device-form-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
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
      return (
        <LocationDialog
          device={dialog.device}
          onClose={close}
          onSaved={() => {
            message.success(t('devices:location.saved'));
            close();
          }}
        />
      );
    case 'delete':
      return <DeleteDialog device={dialog.device} onClose={close} />;
    case 'secret':
      return (
        <RenewSecretDialog
          device={{ name: dialog.device.deviceName, code: dialog.device.deviceCode }}
          onClose={close}
          onRenewed={(device) => onDialog({ kind: 'connection', device })}
        />
      );
  }
}

interface RowDialogProps {
  device: DeviceListRow;
  onClose: () => void;
}

function DeleteDialog({ device, onClose }: RowDialogProps) {
  const { t } = useTranslation('devices');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { remove, refetch } = useDeviceChanges();
  const name = device.deviceName;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('devices:delete.title')}
      confirmLabel={t('devices:action.delete')}
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(
          { body: { id: device.id, groupId: device.groupId } },
          {
            onSuccess: () => {
              void refetch();
              message.success(t('devices:delete.done', { name }));
              onClose();
            },
          },
        )
      }
    >
      <p>{t('devices:delete.body', { name })}</p>
      {remove.error !== null && <p role="alert">{errorText(remove.error)}</p>}
    </ConfirmDialog>
  );
}
