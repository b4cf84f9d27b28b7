import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import type { DeviceListFilters } from '../../../device-kit/api/device-list.ts';
import { useDeviceTypes } from '../../../device-kit/api/use-device-choices.ts';

export type DeviceFilterChange = Partial<DeviceListFilters>;

export const NO_FILTERS = {
  keyword: undefined,
  online: undefined,
  type: undefined,
} satisfies DeviceFilterChange;

export interface DeviceFiltersProps {
  readonly filters: Required<DeviceFilterChange>;
  readonly onChange: (part: DeviceFilterChange) => void;
}

/** Filters by text, online state and type; they are stored in the address. */
export function DeviceFilters({ filters, onChange }: DeviceFiltersProps) {
  const { t } = useTranslation('devices');
  const types = useDeviceTypes();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <SearchBox
        label={t('devices:filter.keyword')}
        value={filters.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <Select<'online' | 'offline'>
        aria-label={t('devices:filter.presence')}
        placeholder={t('devices:filter.presence')}
        value={filters.online ?? null}
        allowClear
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 140 }}
        options={[
          { value: 'online', label: t('devices:filter.online') },
          { value: 'offline', label: t('devices:filter.offline') },
        ]}
        onChange={(online: 'online' | 'offline' | undefined) => onChange({ online })}
      />
      <Select<string>
        aria-label={t('devices:filter.type')}
        placeholder={t('devices:filter.type')}
        value={filters.type ?? null}
        allowClear
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 120 }}
        options={(types.data ?? []).map(({ name }) => ({ value: name, label: name }))}
        onChange={(type: string | undefined) => onChange({ type })}
      />
      {isFiltered && (
        <Button type="link" onClick={() => onChange(NO_FILTERS)}>
          {t('devices:filter.clear')}
        </Button>
      )}
    </>
  );
}
