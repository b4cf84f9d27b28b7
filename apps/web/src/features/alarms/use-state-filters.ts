import { useTranslation } from 'react-i18next';

/** Alarm filters: active or ended, handled or not. */
export function useStateFilters() {
  const { t } = useTranslation('alarms');
  return [
    {
      kind: 'choice',
      name: 'open',
      label: t('alarms:column.state'),
      options: [
        { value: 'true', label: t('alarms:state.open') },
        { value: 'false', label: t('alarms:state.ended') },
      ],
    },
    {
      kind: 'choice',
      name: 'handled',
      label: t('alarms:column.handled'),
      options: [
        { value: '0', label: t('alarms:state.unhandled') },
        { value: '1', label: t('alarms:state.handled') },
      ],
    },
  ] as const;
}
