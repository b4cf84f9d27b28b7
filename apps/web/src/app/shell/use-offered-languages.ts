/** The languages the signed-in user may choose; another one on screen gives way to the first of them. */
import { useEffect } from 'react';
import { changeLanguage } from '../../i18n/i18n.ts';
import { isLanguage, LANGUAGES, type Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRequiredSession } from '../../lib/use-session.ts';

/** In the sequence of the screens. */
export function useOfferedLanguages(): readonly Language[] {
  const { languages } = useRequiredSession().user;
  return languages === undefined ? LANGUAGES : LANGUAGES.filter((one) => languages.includes(one));
}

/**
 * Once in the shell. A component of its own: the shell itself must not render again when the session
 * ends, or its ping is sent once more.
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
