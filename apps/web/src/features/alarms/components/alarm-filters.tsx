import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { FilterSelect } from '../../../components/fields/filter-select.tsx';
import { MomentRange } from '../../../components/fields/moment-range.tsx';
import { ALL_ALARM_TYPES, alarmName } from '../../../device-kit/alarm.ts';
import { type AlarmSearch, isFiltered, NO_ALARM_FILTERS } from '../alarm-search.ts';

export type AlarmFilterChange = { [K in keyof AlarmSearch]?: AlarmSearch[K] | undefined };

interface AlarmFiltersProps {
  search: AlarmSearch;
  onChange: (part: AlarmFilterChange) => void;
}

/** The selected filters are stored in the address. */
export function AlarmFilters({ search, onChange }: AlarmFiltersProps) {
  const { t } = useTranslation('alarms');
  return (
    <>
      <DeviceSelect value={search.device} onChange={(device) => onChange({ device })} />
      <MomentRange
        from={search.from}
        to={search.to}
        onChange={(from, to) => onChange({ from, to })}
      />
      <FilterSelect
        label={t('alarms:column.type')}
        value={search.type}
        options={ALL_ALARM_TYPES.map((type) => ({
          value: alarmName(type),
          label: t(`alarms:type.${type}`),
        }))}
        onChange={(type) => onChange({ type })}
      />
      <FilterSelect
        label={t('alarms:column.kind')}
        value={search.kind}
        options={(['alarm', 'warning'] as const).map((value) => ({
          value,
          label: t(`alarms:kind.${value}`),
        }))}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('alarms:column.state')}
        value={search.open}
        options={[
          { value: 'true', label: t('alarms:state.open') },
          { value: 'false', label: t('alarms:state.ended') },
        ]}
        onChange={(open) => onChange({ open })}
      />
      <FilterSelect
        label={t('alarms:column.handled')}
        value={search.handled}
        options={[
          { value: '0', label: t('alarms:state.unhandled') },
          { value: '1', label: t('alarms:state.handled') },
        ]}
        onChange={(handled) => onChange({ handled })}
      />
      {isFiltered(search) && (
        <Button type="link" onClick={() => onChange(NO_ALARM_FILTERS)}>
          {t('alarms:filter.clear')}
        </Button>
      )}
    </>
  );
}
