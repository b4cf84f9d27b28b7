/** Select options of a device form: types, rates, the user's group and its subgroups. */
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../lib/session/use-session.ts';
import { useDeviceTypes, useGroups, useRates } from './api/use-device-choices.ts';
import { deviceTypeText } from './device-type-text.ts';

export function useChoices() {
  const { t } = useTranslation('devices');
  const { group_id: ownGroup } = useRequiredSession().user;
  const types = useDeviceTypes();
  const rates = useRates();
  const groups = useGroups();
  return {
    ownGroup,
    types: (types.data ?? []).map(({ name }) => ({
      value: name,
      label: deviceTypeText(name, t),
    })),
    rates: (rates.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    defaultRate: rates.data?.find((rate) => rate.is_default === 'yes')?.id,
    groups: (groups.data ?? []).map(({ id, name }) => ({
      value: id,
      label: id === ownGroup ? t('devices:form.own-group', { name }) : name,
    })),
    isLoading: types.isPending || rates.isPending || groups.isPending,
    error: types.error ?? rates.error ?? groups.error,
  };
}
