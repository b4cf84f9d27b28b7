/** Dialog to name, register, move, enable or disable one slave of a gateway. */
import { slaveCode } from '@busbar/domain/device/device-code';
import { Alert, Button, Form, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { newRequestKey } from '../../../lib/calls/request-key.ts';
import type { WaitingChange } from '../api/use-gateway-slots.ts';
import { type GatewaySlot, planOf } from '../slot-plan.ts';

type Gateway = Answer<'v2.gateway-slots'>['data'];

interface SlotDialogProps {
  readonly gateway: Gateway;
  readonly slot: GatewaySlot;
  /** Called after the name is saved. */
  readonly onSaved: () => void;
  readonly onChange: (change: WaitingChange) => void;
  readonly onClose: () => void;
}

interface Wanted {
  name: string;
  slot: number;
  enabled: boolean;
}

export function SlotDialog({ gateway, slot, onSaved, onChange, onClose }: SlotDialogProps) {
  const { t } = useTranslation(['gateway-slots', 'devices']);
  const errorText = useErrorText();
  const [form] = Form.useForm<Wanted>();
  const [failure, setFailure] = useState<string>();
  const { add, change, refetch } = useDeviceChanges();
  const { device } = slot;
  const address = slot.ad ?? 0;
  const isKnown = slot.st !== null;
  const isFound = device === null;

  const submit = async ({ name, slot: to, enabled }: Wanted) => {
    setFailure(undefined);
    try {
      const typed = name.trim();
      if (typed !== device?.device_name) {
        if (device === null) await add.mutateAsync({ body: newSlave(gateway, address, typed) });
        else {
          const { device_code } = device;
          await change.mutateAsync({ body: { device_code, device_name: typed } });
        }
        void refetch();
        onSaved();
      }
    } catch (error) {
      return setFailure(errorText(error));
    }
    const slots = isKnown ? planOf(gateway.slots, { address, slot: to, enabled }) : undefined;
    if (slots !== undefined) onChange({ slots, requestKey: newRequestKey() });
    onClose();
  };

  const places = gateway.slots
    .filter(({ standing }) => standing !== 'hidden')
    .map((one) => ({ value: one.slot, label: labelOf(one) }));
  function labelOf(one: GatewaySlot): string {
    if (one.slot === slot.slot) return t('gateway-slots:form.here', { slot: one.slot });
    if (one.ad === null || one.st === null) return t('gateway-slots:form.free', { slot: one.slot });
    const name = one.device?.device_name ?? t('gateway-slots:address', { address: one.ad });
    return t('gateway-slots:form.swap', { slot: one.slot, name });
  }

  return (
    <Dialog
      open
      title={t(isFound ? 'gateway-slots:form.register' : 'gateway-slots:form.change', {
        address,
        name: device?.device_name ?? '',
      })}
      width={460}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            loading={add.isPending || change.isPending}
            onClick={() => form.submit()}
          >
            {t(isFound ? 'gateway-slots:form.do-register' : 'gateway-slots:form.do-change')}
          </Button>
        </>
      }
    >
      <Form<Wanted>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          name: device?.device_name ?? '',
          slot: slot.slot,
          enabled: slot.enabled,
        }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="name"
          label={t('devices:form.name')}
          extra={isFound ? t('gateway-slots:form.inherits') : undefined}
          rules={[{ required: true, whitespace: true, message: t('devices:form.required') }]}
        >
          <Input maxLength={100} dir="auto" />
        </Form.Item>
        <Form.Item
          name="slot"
          label={t('gateway-slots:form.slot')}
          extra={t(isKnown ? 'gateway-slots:form.stays' : 'gateway-slots:form.unread')}
        >
          <Select options={places} disabled={!isKnown} />
        </Form.Item>
        <Form.Item
          name="enabled"
          valuePropName="checked"
          label={t('gateway-slots:form.enabled')}
          extra={t('gateway-slots:form.disabled-means')}
        >
          <Switch disabled={!isKnown} />
        </Form.Item>
        {failure !== undefined && <Alert type="error" showIcon title={failure} role="alert" />}
      </Form>
    </Dialog>
  );
}

/** Same body as the device form; a found slave gets the group and rate of its gateway. */
function newSlave(gateway: Gateway, address: number, deviceName: string) {
  return {
    id: '',
    deviceName,
    deviceSymbolCode: slaveCode(gateway.device_code, address),
    deviceType: 'slave',
    rate: gateway.rate_id,
    groupId: gateway.group_id,
    address: '',
    manufactureName: '',
  };
}
