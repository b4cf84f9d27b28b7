/** Page of an address that does not exist: a search, and the pages with the most similar names. */
import { FileSearchOutlined, SearchOutlined } from '@ant-design/icons';
import { Link, useLocation } from '@tanstack/react-router';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { menuPages, useMenu } from '../../components/menu/use-menu.ts';
import { PATHS } from '../../config/paths.ts';
import { nearestPages } from './nearest-pages.ts';
import { OpenPalette } from './palette/open-palette.ts';
import { PALETTE_KEYS } from './palette/shortcut-keys.ts';
import './unknown-page.css';

const MAX_PAGES = 4;

export function UnknownPage() {
  const { t } = useTranslation('shell');
  const address = useLocation({ select: ({ pathname }) => pathname });
  const openPalette = useContext(OpenPalette);
  const pages = menuPages(useMenu().items).map(({ item, path }) => ({ path, label: item.label }));
  const nearest = nearestPages(address, pages, MAX_PAGES);
  return (
    <div className="state unknown-page">
      <FileSearchOutlined className="state-icon" aria-hidden="true" />
      <h1 className="state-title">{t('common:not-found.title')}</h1>
      <p className="state-body">
        <bdi className="code ltr">{address}</bdi>
        <br />
        {t('common:not-found.body')}
      </p>
      <button type="button" className="unknown-page__search line gap-12" onClick={openPalette}>
        <SearchOutlined aria-hidden="true" />
        <span>{t('shell:palette.placeholder')}</span>
        <kbd className="ltr">{PALETTE_KEYS.join(' ')}</kbd>
      </button>
      {nearest.length > 0 && (
        <nav className="unknown-page__near" aria-label={t('shell:unknown.near')}>
          <p className="muted text-small" aria-hidden="true">
            {t('shell:unknown.near')}
          </p>
          <ul className="line gap-8">
            {nearest.map(({ path, label }) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Link className="state-action" to={PATHS.root}>
        {t('common:not-found.home')}
      </Link>
    </div>
  );
}
