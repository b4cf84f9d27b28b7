/**
 * Languages that the signed-in user may select; any other current language is replaced by the
 * first.
 */
import { useEffect } from 'react';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { isLanguage, LANGUAGES, type Language } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

/** In display order. */
export function useOfferedLanguages(): readonly Language[] {
  const { languages } = useRequiredSession().user;
  return languages === undefined ? LANGUAGES : LANGUAGES.filter((one) => languages.includes(one));
}

/**
 * Rendered once in the shell. It is a separate component, because a render of the shell when the
 * session ends would send its ping again.
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
