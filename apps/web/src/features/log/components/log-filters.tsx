import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentRange } from '../../../components/moment-range.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { LOG_COMMANDS, LOG_MODULES, LOG_STATUSES, type LogSearch } from '../log-search.ts';
import { useLogWords } from '../use-log-words.ts';

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

/** All fields of the search call; what is chosen stands in the address. */
export function LogFilters({ search, onChange }: LogFiltersProps) {
  const { t } = useTranslation('log');
  const words = useLogWords();
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
      <Filter
        label={t('log:filter.who')}
        value={search.who}
        options={[{ value: 'me', label: t('log:filter.me') }]}
        onChange={(who) => onChange({ who: who as 'me' | undefined })}
      />
      <Filter
        label={t('log:column.module')}
        value={search.module}
        options={LOG_MODULES.map((value) => ({ value, label: words.module(value) }))}
        onChange={(module) => onChange({ module })}
      />
      <Filter
        label={t('log:column.command')}
        value={search.command}
        options={LOG_COMMANDS.map((value) => ({ value, label: words.command(value) }))}
        onChange={(command) => onChange({ command })}
      />
      <Filter
        label={t('log:column.status')}
        value={search.status}
        options={LOG_STATUSES.map((value) => ({ value, label: words.status(value) }))}
        onChange={(status) => onChange({ status })}
      />
      {isFiltered && (
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
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 112 }}
      onChange={(chosen: string | undefined) => onChange(chosen)}
    />
  );
}
