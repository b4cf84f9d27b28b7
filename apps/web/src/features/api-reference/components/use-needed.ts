import type { Who } from '@busbar/contract/call';
import { isCustomerPermission } from '@busbar/domain/access/permission';
import { useTranslation } from 'react-i18next';

/** Describes who may make a call; permissions have the same labels as on the roles page. */
export function useNeeded(): (who: Who) => string {
  const { t } = useTranslation(['api-reference', 'roles']);
  return (who) =>
    isCustomerPermission(who)
      ? t(`roles:permission.${who}.name`)
      : t(`api-reference:who.${who.replace('.', '-')}`);
}
