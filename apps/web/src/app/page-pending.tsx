import { useTranslation } from 'react-i18next';

/** While a page's script is on its way; the line at the top shows it to the eye. */
export function PagePending() {
  const { t } = useTranslation();
  return (
    <p className="visually-hidden" role="status">
      {t('loading')}
    </p>
  );
}
