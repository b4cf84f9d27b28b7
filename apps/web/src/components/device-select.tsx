/** Picks one device by name or code; clearing it means all of them. */
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from './device-tree/use-fleet.ts';

export interface DeviceSelectProps {
  /** Code of the device; undefined: all. */
  readonly value: string | undefined;
  readonly onChange: (code: string | undefined) => void;
  /** One has to be chosen, slaves too, and nothing stands for all. */
  readonly isOne?: boolean;
}

export function DeviceSelect({ value, onChange, isOne = false }: DeviceSelectProps) {
  const { t } = useTranslation();
  const fleet = useFleet();
  const options = useMemo(
    () =>
      (fleet.data ?? [])
        .filter(({ kind }) => isOne || kind !== 'slave')
        .map(({ code, name }) => ({ value: code, label: name, title: code })),
    [fleet.data, isOne],
  );
  const known = options.some((option) => option.value === value);
  return (
    <Select
      className="device-select"
      aria-label={t('device-select')}
      placeholder={t(isOne ? 'device-select' : 'device-select-all')}
      value={value ?? null}
      // A device out of an address is named by its code until the list has come.
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
