/** Module, command and status of a list of operations, in the words of the operation log. */
import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { useLogWords } from '../use-log-words.ts';

interface Words {
  module?: string | undefined;
  command?: string | undefined;
  status?: string | undefined;
}

interface WordFiltersProps {
  search: Words;
  modules: readonly string[];
  commands: readonly string[];
  statuses: readonly string[];
  isSearched?: boolean;
  onChange: (part: Words) => void;
}

export function WordFilters(props: WordFiltersProps) {
  const { search, modules, commands, statuses, isSearched = false, onChange } = props;
  const { t } = useTranslation('log');
  const words = useLogWords();
  return (
    <>
      <FilterSelect
        label={t('log:column.module')}
        value={search.module}
        options={modules.map((value) => ({ value, label: words.module(value) }))}
        isSearched={isSearched}
        onChange={(module) => onChange({ module })}
      />
      <FilterSelect
        label={t('log:column.command')}
        value={search.command}
        options={commands.map((value) => ({ value, label: words.command(value) }))}
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
