/** Filters for module, command and status with the labels of the operation log. */
import { LOG_COMMANDS, LOG_MODULES, LOG_STATUSES } from '@busbar/domain/audit/log-terms';
import { useTranslation } from 'react-i18next';
import { useLogTexts } from './use-log-texts.ts';

export function useLogTextFilters(isSearched = false) {
  const { t } = useTranslation('log');
  const texts = useLogTexts();
  const filter = <N extends 'module' | 'command' | 'status'>(name: N, values: readonly string[]) =>
    ({
      kind: 'choice',
      name,
      label: t(`log:column.${name}`),
      options: values.map((value) => ({ value, label: texts[name](value) })),
      isSearched,
    }) as const;
  return [
    filter('module', Object.values(LOG_MODULES)),
    filter('command', LOG_COMMANDS),
    filter('status', LOG_STATUSES),
  ] as const;
}
