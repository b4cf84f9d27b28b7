import type { Who } from '@busbar/contract/call';
import { isCustomerPermission } from '@busbar/domain/access/permission';
import { useTranslation } from 'react-i18next';

/** Who may make a call, in words: a permission as the page of roles names it. */
export function useNeeded(): (who: Who) => string {
  const { t } = useTranslation(['api-reference', 'roles']);
  return (who) =>
    isCustomerPermission(who)
      ? t(`roles:permission.${who}.name`)
      : t(`api-reference:who.${who.replace('.', '-')}`);
}
