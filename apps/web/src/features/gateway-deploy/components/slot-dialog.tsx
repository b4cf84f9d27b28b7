/** Dialog to name, register, move, enable or disable one slave of a gateway. */
import { slaveCode } from '@busbar/domain/device/device-code';
import { useTranslation } from 'react-i18next';
import { FormSwitch } from '../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
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

export function SlotDialog({ gateway, slot, onSaved, onChange, onClose }: SlotDialogProps) {
  const { t } = useTranslation(['gateway-slots', 'devices']);
  const { add, change, refetch } = useDeviceChanges();
  const { device } = slot;
  const address = slot.ad ?? 0;
  const isKnown = slot.st !== null;
  const isFound = device === null;
  const form = useFormState(
    () => ({ name: device?.device_name ?? '', slot: slot.slot, enabled: slot.enabled }),
    {
      problems: ({ name }) =>
        name.trim() === '' ? { name: t('devices:form.required') } : undefined,
    },
  );

  const save = async () => {
    const { slot: to, enabled } = form.values;
    const name = form.values.name.trim();
    if (name !== device?.device_name) {
      if (device === null) await add.mutateAsync({ body: newSlave(gateway, address, name) });
      else {
        const { device_code } = device;
        await change.mutateAsync({ body: { device_code, device_name: name } });
      }
      void refetch();
      onSaved();
    }
    const slots = isKnown ? planOf(gateway.slots, { address, slot: to, enabled }) : undefined;
    if (slots !== undefined) onChange({ slots, requestKey: newRequestKey() });
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
    <FormDialog
      form={form}
      title={t(isFound ? 'gateway-slots:form.register' : 'gateway-slots:form.change', {
        address,
        name: device?.device_name ?? '',
      })}
      saveLabel={t(isFound ? 'gateway-slots:form.do-register' : 'gateway-slots:form.do-change')}
      onSave={save}
      onClose={onClose}
    >
      <FormText
        label={t('devices:form.name')}
        help={isFound ? t('gateway-slots:form.inherits') : undefined}
        isRequired
        maxLength={100}
        {...form.field('name')}
      />
      <FormSelect
        label={t('gateway-slots:form.slot')}
        help={t(isKnown ? 'gateway-slots:form.stays' : 'gateway-slots:form.unread')}
        options={places}
        disabled={!isKnown}
        {...form.field('slot')}
      />
      <FormSwitch
        label={t('gateway-slots:form.enabled')}
        help={t('gateway-slots:form.disabled-means')}
        isDisabled={!isKnown}
        {...form.field('enabled')}
      />
    </FormDialog>
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
