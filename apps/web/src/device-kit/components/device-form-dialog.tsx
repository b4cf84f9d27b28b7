/** Dialog to add or edit a device (docs/specification/devices.md 3.4) with errors at the fields. */

import { kindOfType } from '@busbar/domain/device/device-type';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import type { DeviceListRow } from '../api/device-list.ts';
import { useDeviceChanges } from '../api/use-device-changes.ts';
import type { BrokerAddress } from '../connection-settings.ts';
import { useChoices } from '../use-choices.ts';
import {
  type DeviceValues,
  NameplateFields,
  PlaceFields,
  protocolOf,
  useDeviceForm,
} from './device-fields.tsx';

export interface NewDevice {
  readonly name: string;
  readonly code: string;
  readonly secret: string;
  readonly broker: BrokerAddress | undefined;
  readonly isDtu: boolean;
  readonly protocol: DeviceProtocol;
}

export interface DeviceFormDialogProps {
  /** Undefined for a new device. */
  readonly device: DeviceListRow | undefined;
  readonly onSaved: (added: NewDevice | undefined) => void;
  readonly onClose: () => void;
}

export function DeviceFormDialog({ device, onSaved, onClose }: DeviceFormDialogProps) {
  const { t } = useTranslation('devices');
  const { add, change, refetch } = useDeviceChanges();
  const { ownGroup } = useChoices();
  const isNew = device === undefined;
  const form = useDeviceForm<DeviceValues>(
    {
      deviceName: device?.deviceName ?? '',
      deviceCode: device?.deviceCode ?? '',
      deviceType: device?.deviceType,
      protocol: 'busbar',
      rate: device?.rate,
      groupId: device?.groupId ?? ownGroup,
      address: device?.address,
    },
    isNew,
  );

  const save = async (): Promise<NewDevice | undefined> => {
    const { deviceCode: code, protocol: _, ...values } = form.values;
    if (!isNew) {
      await change.mutateAsync({ body: snakeCaseKeys({ ...values, deviceCode: code }) });
      return;
    }
    const protocol = protocolOf(form.values);
    const { data } = await add.mutateAsync({
      body: { ...values, protocol, id: '', deviceSymbolCode: code, manufactureName: '' },
    });
    const { device_secret: secret, connection: broker } = data;
    const isDtu = kindOfType(values.deviceType) === 'dtu';
    const { deviceName: name } = values;
    return secret === undefined ? undefined : { name, code, secret, broker, isDtu, protocol };
  };

  return (
    <FormDialog
      form={form}
      title={isNew ? t('devices:form.add') : t('devices:form.edit', { name: device.deviceName })}
      width={480}
      className="unmarked"
      saveLabel={t('devices:form.save')}
      onSave={save}
      onSaved={(added) => {
        void refetch();
        onSaved(added);
      }}
      onClose={onClose}
    >
      <PlaceFields form={form} isNew={isNew}>
        <NameplateFields form={form} isNew={isNew} />
      </PlaceFields>
    </FormDialog>
  );
}
