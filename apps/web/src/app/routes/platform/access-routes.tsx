/** Sign-in pages. They do not use the component library (web budget: 150 KB). */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { currentSession } from '../../../lib/session/session.ts';
import { splitInternalHref } from '../../internal-href.ts';
import { loadPage } from '../../load-page.ts';
import { rootRoute } from '../root-route.tsx';

export interface LoginSearch {
  /** Target after signing in; only addresses of this site are followed. */
  redirect?: string;
}

const readLoginSearch = (search: SearchInput): LoginSearch =>
  present({ redirect: readText(search.redirect, 2_000) });

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.login,
  staticData: { title: 'auth:login.title' },
  validateSearch: readLoginSearch,
  // This guard also redirects after signing in, because a new session makes the router run the
  // guards again.
  beforeLoad: ({ search }) => {
    const session = currentSession();
    if (session === null) return;
    if (session.resetPassword) throw redirect({ to: PATHS.modifyPassword, replace: true });
    const target = splitInternalHref(search.redirect) ?? { to: PATHS.home, search: {} };
    throw redirect({ ...target, replace: true });
  },
  loader: () => loadTexts('auth'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/auth/components/login-page.tsx')),
    'LoginPage',
  ),
});

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.register,
  staticData: { title: 'register:title' },
  loader: () => loadTexts('auth', 'register'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/auth/components/register-page.tsx')),
    'RegisterPage',
  ),
});

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.audit,
  staticData: { title: 'register:audit.title' },
  loader: () => loadTexts('auth', 'register', ...(currentSession() === null ? [] : ['shell'])),
  component: lazyRouteComponent(() => loadPage(import('../../audit-screen.tsx')), 'AuditScreen'),
});

const RARE = {
  getParentRoute: () => rootRoute,
  staticData: { title: 'auth:login.title' },
  loader: () => loadTexts('auth', 'sign-in-more', 'refusals'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/auth/components/sign-in-steps/rare-pages.tsx')),
    'RarePages',
  ),
} as const;

/** Target of the link in an invitation mail; the secret is in the fragment. */
export const invitationRoute = createRoute({
  ...RARE,
  path: PATHS.invitation,
  staticData: { title: 'sign-in-more:invitation.title' },
});

/** The sign-in address of an organisation, or `/sso/find`. */
export const ssoRoute = createRoute({
  ...RARE,
  path: PATHS.sso,
  validateSearch: readLoginSearch,
});

/** Target of the answer of a provider, also for a signed-in user who links an account. */
export const ssoCallbackRoute = createRoute({ ...RARE, path: PATHS.ssoCallback });

export const modifyPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.modifyPassword,
  staticData: { title: 'auth:password.title' },
  beforeLoad: () => {
    if (currentSession() === null) throw redirect({ to: PATHS.login });
  },
  loader: () => loadTexts('auth'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/auth/components/modify-password-page.tsx')),
    'ModifyPasswordPage',
  ),
});
