/** Link of an empty page to the page of its next step, for users who may open that page. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasPage, PATHS } from '../../config/paths.ts';
import { holderOf } from '../../lib/session/use-may.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';

const STEPS = {
  'register-device': PATHS.registerDevice,
  'device-info': PATHS.deviceManage,
  'alarm-rules': PATHS.alarmRules,
  user: PATHS.users,
} as const;

export function StepLink({ step }: { step: keyof typeof STEPS }) {
  const { t } = useTranslation('shell');
  const holder = holderOf(useRequiredSession().user);
  const path = STEPS[step];
  if (!hasPage(path, holder)) return null;
  return (
    <Link to={path} className="underlined">
      {t(`shell:menu.${step}`)}
    </Link>
  );
}
