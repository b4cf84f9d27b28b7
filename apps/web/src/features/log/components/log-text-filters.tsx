/**
 * Filters for module, command and status of a list of operations, with the labels of the operation
 * log.
 */
import { LOG_COMMANDS, LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../../components/fields/filter-select.tsx';
import { useLogTexts } from '../use-log-texts.ts';

interface Words {
  module?: string | undefined;
  command?: string | undefined;
  status?: string | undefined;
}

interface LogTextFiltersProps {
  search: Words;
  statuses: readonly string[];
  isSearched?: boolean;
  onChange: (part: Words) => void;
}

export function LogTextFilters(props: LogTextFiltersProps) {
  const { search, statuses, isSearched = false, onChange } = props;
  const { t } = useTranslation('log');
  const words = useLogTexts();
  return (
    <>
      <FilterSelect
        label={t('log:column.module')}
        value={search.module}
        options={Object.values(LOG_MODULES).map((value) => ({ value, label: words.module(value) }))}
        isSearched={isSearched}
        onChange={(module) => onChange({ module })}
      />
      <FilterSelect
        label={t('log:column.command')}
        value={search.command}
        options={LOG_COMMANDS.map((value) => ({ value, label: words.command(value) }))}
        isSearched={isSearched}
        onChange={(command) => onChange({ command })}
      />
      <FilterSelect
        label={t('log:column.status')}
        value={search.status}
        options={statuses.map((value) => ({ value, label: words.status(value) }))}
        isSearched={isSearched}
        onChange={(status) => onChange({ status })}
      />
    </>
  );
}
