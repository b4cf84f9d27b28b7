/** Selects one device by name or code; an empty selection means all devices. */

import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceLabel } from '../device-tree/device-name.tsx';
import { useFleet } from '../device-tree/use-fleet.ts';

export interface DeviceSelectProps {
  /** Code of the device; undefined for all. */
  readonly value: string | undefined;
  readonly onChange: (code: string | undefined) => void;
  /** A device must be selected, slaves are included, and there is no option for all devices. */
  readonly isOne?: boolean;
}

export function DeviceSelect({ value, onChange, isOne = false }: DeviceSelectProps) {
  const { t } = useTranslation();
  const fleet = useFleet();
  const labelOf = useDeviceLabel();
  const options = useMemo(
    () =>
      (fleet.data ?? [])
        .filter(({ kind }) => isOne || kind !== 'slave')
        .map(({ code, name }) => ({ value: code, label: labelOf(code, name), title: code })),
    [fleet.data, isOne, labelOf],
  );
  const known = options.some((option) => option.value === value);
  return (
    <Select
      className="device-select"
      aria-label={t('device-select')}
      placeholder={t(isOne ? 'device-select' : 'device-select-all')}
      value={value ?? null}
      // Until the list has loaded, a device from the address is displayed by its code.
      options={
        value === undefined || known ? options : [{ value, label: value, title: value }, ...options]
      }
      loading={fleet.isPending}
      allowClear={!isOne}
      showSearch={{
        filterOption: (text, option) => {
          const wanted = text.trim().toLocaleLowerCase();
          return (
            option?.label.toLocaleLowerCase().includes(wanted) === true ||
            option?.value.toLocaleLowerCase().includes(wanted) === true
          );
        },
      }}
      popupMatchSelectWidth={280}
      style={{ minInlineSize: 200 }}
      onChange={(code: string | null) => onChange(code ?? undefined)}
    />
  );
}
