import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentRange } from '../../../components/moment-range.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useLogWords } from '../../log/use-log-words.ts';
import { AUDIT_KINDS, type AuditSearch } from '../audit-search.ts';
import { AUDIT_COMMANDS, AUDIT_MODULES, AUDIT_STATUSES } from '../audit-words.ts';

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
  const words = useLogWords();
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
      <Filter
        label={t('audit:filter.kind')}
        value={search.kind}
        options={AUDIT_KINDS.map((value) => ({ value, label: t(`audit:kind.${value}`) }))}
        onChange={(kind) => onChange({ kind: kind as AuditSearch['kind'] })}
      />
      <Filter
        label={t('log:column.module')}
        value={search.module}
        options={AUDIT_MODULES.map((value) => ({ value, label: words.module(value) }))}
        onChange={(module) => onChange({ module })}
      />
      <Filter
        label={t('log:column.command')}
        value={search.command}
        options={AUDIT_COMMANDS.map((value) => ({ value, label: words.command(value) }))}
        onChange={(command) => onChange({ command })}
      />
      <Filter
        label={t('log:column.status')}
        value={search.status}
        options={AUDIT_STATUSES.map((value) => ({ value, label: words.status(value) }))}
        onChange={(status) => onChange({ status })}
      />
      {isFiltered(search) && (
        <Button type="link" onClick={() => onChange(NO_FILTERS)}>
          {t('log:filter.clear')}
        </Button>
      )}
    </>
  );
}

interface FilterProps {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}

function Filter({ label, value, options, onChange }: FilterProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value}
      options={options}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 112 }}
      onChange={(chosen: string | undefined) => onChange(chosen)}
    />
  );
}
