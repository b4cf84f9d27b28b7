import { useTranslation } from 'react-i18next';

/** Home page of an account with an empty menu. */
export function NoPages() {
  const { t } = useTranslation();
  return (
    <div className="plain-page">
      <h1>{t('no-pages.title')}</h1>
      <p>{t('no-pages.body')}</p>
    </div>
  );
}
