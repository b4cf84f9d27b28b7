/** Dialog to add or edit a device (docs/specification/devices.md 3.4) with errors at the fields. */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { camelCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { isApiError } from '../../lib/calls/api-error.ts';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import type { DeviceListRow } from '../api/device-list.ts';
import { useDeviceChanges } from '../api/use-device-changes.ts';
import type { BrokerAddress } from '../connection-settings.ts';
import { useChoices } from '../use-choices.ts';
import { PlaceFields } from './place-fields.tsx';

export interface NewDevice {
  readonly name: string;
  readonly code: string;
  readonly secret: string;
  readonly broker: BrokerAddress | undefined;
}

export interface DeviceFormDialogProps {
  /** Undefined for a new device. */
  readonly device: DeviceListRow | undefined;
  readonly onSaved: (added: NewDevice | undefined) => void;
  readonly onClose: () => void;
}

/** API field names in camelCase, so that a refused field is found in the form. */
interface FormValues {
  deviceName: string;
  deviceCode: string;
  deviceType: string;
  rate: number;
  groupId: number;
  address?: string;
}

export function DeviceFormDialog({ device, onSaved, onClose }: DeviceFormDialogProps) {
  const { t } = useTranslation('devices');
  const errorText = useErrorText();
  const [form] = Form.useForm<FormValues>();
  const [isDirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { add, change, refetch } = useDeviceChanges();
  const choices = useChoices();
  const mayClose = useUnsavedGuard(isDirty);
  const required = { required: true, message: t('devices:form.required') };

  const register = async ({ deviceCode: code, ...values }: FormValues) => {
    const { data } = await add.mutateAsync({
      body: { ...values, id: '', deviceSymbolCode: code, manufactureName: '' },
    });
    const { device_secret: secret, connection: broker } = data;
    return secret === undefined ? undefined : { name: values.deviceName, code, secret, broker };
  };

  const submit = async (values: FormValues) => {
    setFailure(undefined);
    try {
      const added = device === undefined ? await register(values) : undefined;
      if (device !== undefined) await change.mutateAsync({ body: snakeCaseKeys(values) });
      setDirty(false);
      void refetch();
      onSaved(added);
    } catch (error) {
      const message = errorText(error);
      const field = isApiError(error) ? formField(error.field) : undefined;
      if (field !== undefined && field in values) {
        form.setFields([{ name: field as keyof FormValues, errors: [message] }]);
      } else setFailure(message);
    }
  };

  return (
    <Dialog
      open
      title={
        device === undefined
          ? t('devices:form.add')
          : t('devices:form.edit', { name: device.deviceName })
      }
      width={480}
      mask={{ closable: !isDirty }}
      onCancel={() => void mayClose().then((yes) => yes && onClose())}
      footer={
        <>
          <Button onClick={() => void mayClose().then((yes) => yes && onClose())}>
            {t('common:cancel')}
          </Button>
          <Button
            type="primary"
            loading={add.isPending || change.isPending}
            onClick={() => form.submit()}
          >
            {t('devices:form.save')}
          </Button>
        </>
      }
    >
      <Form<FormValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError
        initialValues={initialValues(device, choices.ownGroup)}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="deviceName"
          label={t('devices:form.name')}
          rules={[{ ...required, whitespace: true }]}
        >
          <Input maxLength={100} dir="auto" />
        </Form.Item>
        <Form.Item
          name="deviceCode"
          label={t('devices:form.code')}
          extra={t(device === undefined ? 'devices:form.code-help' : 'devices:form.code-fixed')}
          rules={[
            required,
            {
              validator: async (_, code: string | undefined) => {
                if (device !== undefined || code === undefined || code === '') return;
                if (!isDeviceCode(code)) throw new Error(t('errors:reason.device-code-invalid'));
              },
            },
          ]}
        >
          <Input
            disabled={device !== undefined}
            maxLength={30}
            count={{ show: device === undefined, max: 30 }}
            dir="ltr"
            className="code"
            autoComplete="off"
            spellCheck={false}
          />
        </Form.Item>
        <Form.Item name="deviceType" label={t('devices:form.type')} rules={[required]}>
          <Select options={choices.types} loading={choices.isLoading} />
        </Form.Item>
        <PlaceFields isNew={device === undefined} />
        <Form.Item name="address" label={t('devices:form.address')}>
          <Input maxLength={300} dir="auto" placeholder={t('devices:form.address-example')} />
        </Form.Item>
        {failure !== undefined && <Alert type="error" showIcon title={failure} role="alert" />}
        {choices.error !== null && (
          <Alert type="error" showIcon title={errorText(choices.error)} role="alert" />
        )}
      </Form>
    </Dialog>
  );
}

function initialValues(device: DeviceListRow | undefined, ownGroup: number): Partial<FormValues> {
  if (device === undefined) return { groupId: ownGroup };
  return {
    deviceName: device.deviceName,
    deviceCode: device.deviceCode,
    deviceType: device.deviceType,
    rate: device.rate,
    groupId: device.groupId,
    address: device.address,
  };
}

const formField = (field: string | undefined): string | undefined =>
  field === 'deviceSymbolCode' ? 'deviceCode' : field && camelCase(field);
