/** The page of the address, or a message if the role has no permission for it. */
import { LockOutlined } from '@ant-design/icons';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BUILT_PAGES, hasPage, PATHS } from '../../config/paths.ts';
import { holderOf } from '../../lib/session/use-may.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { useOwnRole } from './user/use-own-role.ts';

export function PageOfRole() {
  const { user } = useRequiredSession();
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const isForbidden = path in BUILT_PAGES && !hasPage(path, holderOf(user));
  return isForbidden ? <ForbiddenPage path={path} /> : <Outlet />;
}

function ForbiddenPage({ path }: { path: string }) {
  const { t } = useTranslation('shell');
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' });
  const { user } = useRequiredSession();
  const names = { role: useOwnRole(), page: t(title) };
  return (
    <div className="state">
      <LockOutlined className="state-icon" aria-hidden="true" />
      <h1 className="state-title">{t('shell:forbidden.title')}</h1>
      <p className="state-body">
        {user.role_type === 'platform'
          ? t('shell:forbidden.body-customer', names)
          : hasPage(path, { role: 'admin' })
            ? t('shell:forbidden.body', names)
            : t('shell:forbidden.body-platform', names)}
      </p>
      <Link className="state-action" to={PATHS.root}>
        {t('common:not-found.home')}
      </Link>
    </div>
  );
}
