import { useLocation, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../lib/use-media.ts';
import { trailTo, useMenu } from './use-menu.ts';

/** Section and page, as the menu names them; the page alone on a phone. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const { items } = useMenu();
  const isPhone = useIsPhone();
  const path = useLocation({ select: (location) => location.pathname });
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const trail = trailTo(items, path).map((item) => item.label);
  const names = trail.length > 0 ? trail : title === undefined ? [] : [t(title)];
  const shown = isPhone ? names.slice(-1) : names;
  return (
    <nav className="shell-breadcrumb" aria-label={t('shell:breadcrumb')}>
      <ol>
        {shown.map((name, at) => (
          <li key={name} {...(at === shown.length - 1 ? { 'aria-current': 'page' as const } : {})}>
            {name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
