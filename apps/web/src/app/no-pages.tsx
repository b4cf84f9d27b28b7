import { useTranslation } from 'react-i18next';

/** Home of an account whose menu is empty. */
export function NoPages() {
  const { t } = useTranslation();
  return (
    <div className="plain-page">
      <h1>{t('no-pages.title')}</h1>
      <p>{t('no-pages.body')}</p>
    </div>
  );
}
