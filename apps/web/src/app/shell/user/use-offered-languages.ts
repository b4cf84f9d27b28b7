/**
 * Languages that the signed-in user may select; if the current language is not one of them, the
 * first one replaces it.
 */
import { useEffect } from 'react';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { isLanguage, LANGUAGES, type Language } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

/** The languages in display order. */
export function useOfferedLanguages(): readonly Language[] {
  const { languages } = useRequiredSession().user;
  return languages === undefined ? LANGUAGES : LANGUAGES.filter((one) => languages.includes(one));
}

/**
 * Rendered once in the shell, as a separate component: if the shell itself rendered when the
 * session ends, it would send the session ping again.
 */
export function OfferedLanguage(): null {
  const { languages } = useRequiredSession().user;
  const { language } = useLanguage();
  const first = languages?.find(isLanguage);
  const isOffered = languages === undefined || languages.includes(language);
  useEffect(() => {
    if (!isOffered && first !== undefined) void changeLanguage(first);
  }, [isOffered, first]);
  return null;
}
