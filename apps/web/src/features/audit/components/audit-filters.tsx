import { LOG_STATUSES } from '@busbar/domain/audit/log-terms';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../../components/fields/filter-select.tsx';
import { MomentRange } from '../../../components/fields/moment-range.tsx';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import { LogTextFilters } from '../../log/components/log-text-filters.tsx';
import { AUDIT_KINDS, type AuditSearch } from '../audit-search.ts';

export type AuditFilterChange = { [K in keyof AuditSearch]?: AuditSearch[K] | undefined };

export const NO_FILTERS = {
  text: undefined,
  from: undefined,
  to: undefined,
  before: undefined,
  kind: undefined,
  module: undefined,
  command: undefined,
  status: undefined,
  device: undefined,
  user: undefined,
} satisfies AuditFilterChange;

export const isFiltered = (search: AuditSearch): boolean =>
  Object.keys(NO_FILTERS).some((key) => search[key as keyof AuditSearch] !== undefined);

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (part: AuditFilterChange) => void;
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { t } = useTranslation(['audit', 'log']);
  return (
    <>
      <SearchBox
        label={t('audit:filter.text')}
        value={search.text}
        width={220}
        onSearch={(text) => onChange({ text })}
      />
      <SearchBox
        label={t('log:filter.device')}
        value={search.device}
        width={180}
        onSearch={(device) => onChange({ device })}
      />
      <MomentRange
        from={search.from}
        to={search.to}
        onChange={(from, to) => onChange({ from, to })}
      />
      <FilterSelect
        label={t('audit:filter.kind')}
        value={search.kind}
        options={AUDIT_KINDS.map((value) => ({ value, label: t(`audit:kind.${value}`) }))}
        isSearched
        onChange={(kind) => onChange({ kind })}
      />
      <LogTextFilters search={search} statuses={LOG_STATUSES} isSearched onChange={onChange} />
      {isFiltered(search) && (
        <Button type="link" onClick={() => onChange(NO_FILTERS)}>
          {t('log:filter.clear')}
        </Button>
      )}
    </>
  );
}
