/** Fields of a device: the same to register it and to edit it. */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { kindOfType } from '@busbar/domain/device/device-type';
import {
  type DeviceProtocol,
  protocolsOfKind,
} from '@busbar/domain/device/protocol/device-protocol';
import { camelCase } from '@busbar/domain/key-case';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../components/forms/form-select.tsx';
import { type FormState, useFormState } from '../../components/forms/form-state.ts';
import { FormText } from '../../components/forms/form-text.tsx';
import { ErrorAlert } from '../../components/states/error-alert.tsx';
import { usePlaceDefaults } from '../api/use-place-defaults.ts';
import { useChoices } from '../use-choices.ts';

export interface NameplateValues {
  deviceCode: string;
  deviceType: string;
  protocol: DeviceProtocol;
}

export interface PlaceValues {
  deviceName: string;
  groupId: number;
  rate: number;
  address?: string;
}

export type DeviceValues = NameplateValues & PlaceValues;

const REQUIRED = ['deviceName', 'deviceCode', 'deviceType', 'groupId', 'rate'] as const;

/**
 * A value that is undefined at first must be selected before the form can be saved. Values have the
 * names of the API in camelCase, so that a refused field is found.
 */
export function useDeviceForm<T extends Partial<DeviceValues>>(
  initial: { [K in keyof T]: T[K] | undefined },
  isNew: boolean,
): FormState<T> {
  const { t } = useTranslation('devices');
  const problemOf = (name: keyof DeviceValues, value: unknown) => {
    if (value === undefined || String(value).trim() === '') return t('devices:form.required');
    return isNew && name === 'deviceCode' && !isDeviceCode(String(value))
      ? t('errors:reason.device-code-invalid')
      : undefined;
  };
  return useFormState(() => initial as T, {
    fieldOf: (name) => (name === 'deviceSymbolCode' ? 'deviceCode' : camelCase(name)),
    problems: (values) =>
      Object.fromEntries(
        REQUIRED.filter((name) => name in values).map((name) => [
          name,
          problemOf(name, values[name]),
        ]),
      ),
  });
}

const PROTOCOL_LABELS: Readonly<Record<DeviceProtocol, string>> = {
  busbar: 'Busbar',
  shelly: 'Shelly (Gen2+)',
  tasmota: 'Tasmota',
  zigbee2mqtt: 'Zigbee2MQTT',
};

/** The protocols that a device of this type may speak. */
function protocolsOf(deviceType: string | undefined): readonly DeviceProtocol[] {
  const kind = deviceType === undefined ? undefined : kindOfType(deviceType);
  return kind === undefined ? ['busbar'] : protocolsOfKind(kind);
}

/** The protocol to register: one that was chosen for another type does not count. */
export function protocolOf({ deviceType, protocol }: NameplateValues): DeviceProtocol {
  return protocolsOf(deviceType).includes(protocol) ? protocol : 'busbar';
}

interface FieldsProps<T extends object> {
  form: FormState<T>;
  isNew?: boolean;
  /** Focuses the first field, on a page. */
  hasFocus?: boolean;
}

/** Data printed on the device. */
export function NameplateFields(props: FieldsProps<NameplateValues>) {
  const { form, isNew = false, hasFocus = false } = props;
  const { t } = useTranslation('devices');
  const choices = useChoices();
  const protocols = protocolsOf(form.values.deviceType);
  return (
    <>
      <FormText
        label={t('devices:form.code')}
        help={t(isNew ? 'devices:form.code-help' : 'devices:form.code-fixed')}
        isRequired
        autoFocus={hasFocus}
        disabled={!isNew}
        maxLength={30}
        count={{ show: isNew, max: 30 }}
        dir="ltr"
        className="code"
        autoComplete="off"
        spellCheck={false}
        {...form.field('deviceCode')}
      />
      <FormSelect
        label={t('devices:form.type')}
        isRequired
        options={choices.types}
        loading={choices.isLoading}
        {...form.field('deviceType')}
      />
      {isNew && protocols.length > 1 && (
        <FormSelect
          label={t('devices:form.protocol')}
          help={t('devices:form.protocol-help')}
          options={protocols.map((value) => ({ value, label: PROTOCOL_LABELS[value] }))}
          {...form.field('protocol')}
          value={protocolOf(form.values)}
        />
      )}
    </>
  );
}

/**
 * Name, group, rate and location. As in an import, the rate of a new device defaults to that of its
 * group, or else to the customer's default rate, until the user selects another.
 */
export function PlaceFields(props: FieldsProps<PlaceValues> & { children?: ReactNode }) {
  const { form, isNew = false, hasFocus = false } = props;
  const { t } = useTranslation('devices');
  const choices = useChoices();
  const [isRateChosen, setRateChosen] = useState(false);
  const { groupId, rate, address = '' } = form.values;
  const { data } = usePlaceDefaults(isNew ? groupId : undefined);
  const notes = [
    data?.interval && t('devices:form.interval-given', { number: data.interval.seconds }),
    data?.template && t('devices:form.template-given', { name: data.template.name }),
  ]
    .filter(Boolean)
    .join(' ');
  useEffect(() => {
    if (data === undefined || isRateChosen) return;
    const given = data.rate?.id ?? choices.defaultRate;
    if (rate !== given) form.setInitial({ rate: given as number });
  });
  return (
    <>
      <FormText
        label={t('devices:form.name')}
        isRequired
        autoFocus={hasFocus}
        maxLength={100}
        {...form.field('deviceName')}
      />
      {props.children}
      <FormSelect
        label={t('devices:form.group')}
        isRequired
        help={notes || undefined}
        options={choices.groups}
        loading={choices.isLoading}
        {...form.field('groupId')}
      />
      <FormSelect
        label={t('devices:form.rate')}
        isRequired
        help={data?.rate && data.rate.id === rate ? t('devices:form.rate-given') : undefined}
        options={choices.rates}
        loading={choices.isLoading}
        {...form.field('rate')}
        onChange={(id) => {
          setRateChosen(true);
          form.set({ rate: id });
        }}
      />
      <FormText
        label={t('devices:form.address')}
        maxLength={300}
        placeholder={t('devices:form.address-example')}
        {...form.field('address')}
        value={address}
      />
      <ErrorAlert error={choices.error} />
    </>
  );
}
