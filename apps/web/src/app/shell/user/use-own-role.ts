import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

/** Name of the user's role: as entered for a custom role, translated for a built-in one. */
export function useOwnRole(): string {
  const { t } = useTranslation('shell');
  const { user } = useRequiredSession();
  return user.own_role_name ?? t(`shell:role.${user.role_type}`, { defaultValue: user.role_name });
}
