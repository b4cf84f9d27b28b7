import { useTranslation } from 'react-i18next';

/**
 * Shown while the script of a page is loading; the progress line at the top is its visual
 * indicator.
 */
export function PagePending() {
  const { t } = useTranslation();
  return (
    <p className="visually-hidden" role="status">
      {t('loading')}
    </p>
  );
}
