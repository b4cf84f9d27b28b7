import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../lib/use-session.ts';

/** The name of the user's role: of an own role as it was entered, of a built-in one translated. */
export function useOwnRole(): string {
  const { t } = useTranslation('shell');
  const { user } = useRequiredSession();
  return user.own_role_name ?? t(`shell:role.${user.role_type}`, { defaultValue: user.role_name });
}
