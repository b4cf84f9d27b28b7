/** Answer to an address without a page for users who have not signed in completely. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../config/paths.ts';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <main className="plain-page">
      <h1>{t('not-found.title')}</h1>
      <p>{t('not-found.body')}</p>
      <Link to={PATHS.root}>{t('not-found.home')}</Link>
    </main>
  );
}
