import { BREAKER_POSITIONS } from '@busbar/domain/switch/breaker-position';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import type { ListSearch } from '../../../components/table/use-list-search.ts';
import type { DeviceListFilters } from '../../../device-kit/api/device-list.ts';
import { useDeviceTypes } from '../../../device-kit/api/use-device-choices.ts';
import { deviceTypeText } from '../../../device-kit/device-type-text.ts';

export const DEVICE_FILTERS = ['keyword', 'online', 'position', 'type'] as const;

type DeviceSearch = Partial<DeviceListFilters>;

/** Filters by text, online state, position and type; they are stored in the URL. */
export function DeviceFilters({ list }: { list: ListSearch<DeviceSearch> }) {
  const { t } = useTranslation('devices');
  const types = useDeviceTypes();
  return (
    <FilterBar
      list={list}
      clearLabel={t('devices:filter.clear')}
      filters={[
        { kind: 'text', name: 'keyword', label: t('devices:filter.keyword') },
        {
          kind: 'choice',
          name: 'online',
          label: t('devices:filter.presence'),
          options: (['online', 'offline'] as const).map((value) => ({
            value,
            label: t(`devices:filter.${value}`),
          })),
        },
        {
          kind: 'choice',
          name: 'position',
          label: t('devices:position.any'),
          options: BREAKER_POSITIONS.map((value) => ({
            value,
            label: t(`devices:position.${value}`),
          })),
        },
        {
          kind: 'choice',
          name: 'type',
          label: t('devices:filter.type'),
          options: (types.data ?? []).map(({ name }) => ({
            value: name,
            label: deviceTypeText(name, t),
          })),
        },
      ]}
    />
  );
}
