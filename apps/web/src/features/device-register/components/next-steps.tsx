/** What a device needs after its first reading; only pages that the user may open. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasPage, PATHS } from '../../../config/paths.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

export function NextSteps({ code }: { code: string }) {
  const { t } = useTranslation('device-register');
  const holder = holderOf(useRequiredSession().user);
  return (
    <nav className="stack gap-8" aria-labelledby="register-next">
      <h3 id="register-next">{t('device-register:next-steps.title')}</h3>
      <ul className="register__hints bullets">
        {hasPage(PATHS.protection, holder) && (
          <li>
            <Link to={PATHS.deviceProtectionTab} params={{ code }}>
              {t('device-register:next-steps.protections')}
            </Link>
          </li>
        )}
        {hasPage(PATHS.rates, holder) && (
          <li>
            <Link to={PATHS.rates}>{t('device-register:next-steps.tariff')}</Link>
          </li>
        )}
        {hasPage(PATHS.alarmRules, holder) && (
          <li>
            <Link to={PATHS.alarmRules}>{t('device-register:next-steps.alarm-rules')}</Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
