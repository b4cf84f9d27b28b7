import { LANGUAGE_TAGS } from '@busbar/domain/formats/language-tags';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

export function LanguageSelect() {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  return (
    <select
      className="auth-language"
      aria-label={t('auth:language')}
      value={language}
      onChange={({ target }) => void changeLanguage(target.value as Language)}
    >
      {LANGUAGES.map((key) => (
        <option key={key} value={key} lang={LANGUAGE_TAGS[key].slice(0, 2)}>
          {LANGUAGE_NAMES[key]}
        </option>
      ))}
    </select>
  );
}
