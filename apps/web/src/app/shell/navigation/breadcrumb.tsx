import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { trailTo, useMenu } from '../../../components/menu/use-menu.ts';
import { useIsPhone } from '../../../lib/use-media.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';

/** Section and page as named in the menu; on a phone the page only. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const { items } = useMenu();
  const isPhone = useIsPhone();
  const path = useLocation({ select: (location) => location.pathname });
  const title = usePageTitle();
  const trail = trailTo(items, path);
  const names =
    trail.length > 0 ? trail : title === undefined ? [] : [{ key: title, label: t(title) }];
  const shown = isPhone ? names.slice(-1) : names;
  return (
    <nav className="shell-breadcrumb" aria-label={t('shell:breadcrumb')}>
      <ol>
        {shown.map(({ key, label }, at) => (
          <li key={key} {...(at === shown.length - 1 ? { 'aria-current': 'page' as const } : {})}>
            {label}
          </li>
        ))}
      </ol>
    </nav>
  );
}
