import { LOG_STATUSES } from '@busbar/domain/audit/log-terms';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../../components/fields/filter-select.tsx';
import { MomentRange } from '../../../components/fields/moment-range.tsx';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import type { LogSearch } from '../log-search.ts';
import { LogTextFilters } from './log-text-filters.tsx';

export type LogFilterChange = { [K in keyof LogSearch]?: LogSearch[K] | undefined };

interface LogFiltersProps {
  search: LogSearch;
  onChange: (part: LogFilterChange) => void;
}

export const NO_FILTERS = {
  device: undefined,
  who: undefined,
  from: undefined,
  to: undefined,
  command: undefined,
  module: undefined,
  status: undefined,
} satisfies LogFilterChange;

/** All fields of the search call; the values are stored in the URL. */
export function LogFilters({ search, onChange }: LogFiltersProps) {
  const { t } = useTranslation('log');
  const isFiltered = Object.keys(NO_FILTERS).some((key) => search[key as keyof LogSearch]);
  return (
    <>
      <SearchBox
        label={t('log:filter.device')}
        value={search.device}
        width={200}
        onSearch={(device) => onChange({ device })}
      />
      <MomentRange
        from={search.from}
        to={search.to}
        onChange={(from, to) => onChange({ from, to })}
      />
      <FilterSelect
        label={t('log:filter.who')}
        value={search.who}
        options={[{ value: 'me' as const, label: t('log:filter.me') }]}
        onChange={(who) => onChange({ who })}
      />
      <LogTextFilters search={search} statuses={LOG_STATUSES} onChange={onChange} />
      {isFiltered && (
        <Button type="link" onClick={() => onChange(NO_FILTERS)}>
          {t('log:filter.clear')}
        </Button>
      )}
    </>
  );
}
