import { useTranslation } from 'react-i18next';

/**
 * Page shown while the script of the requested page is loading; the progress line at the top is its
 * visual indicator.
 */
export function PagePending() {
  const { t } = useTranslation();
  return (
    <p className="page-pending visually-hidden" role="status">
      {t('loading')}
    </p>
  );
}
