/** Leads from the sign-in page to the provider of this browser, or to the choice of one. */
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../../config/paths.ts';
import { knownProvider } from '../../known-provider.ts';

/** `isAgain`: in front of a page, which opens again after signing in. */
export function ProviderLink({ isAgain }: { isAgain: boolean }) {
  const { t } = useTranslation('auth');
  const search: { redirect?: string } = useSearch({ strict: false });
  const { pathname, search: query } = window.location;
  const redirect = isAgain ? pathname + query : search.redirect;
  const known = knownProvider();
  return (
    <p className="auth-more">
      {known === null ? (
        <Link to={PATHS.sso}>{t('auth:login.single-sign-on')}</Link>
      ) : (
        <Link
          to={PATHS.ssoProvider}
          params={{ address: known.address }}
          search={redirect === undefined ? {} : { redirect }}
        >
          {t('auth:login.with-provider', { name: known.name })}
        </Link>
      )}
    </p>
  );
}
