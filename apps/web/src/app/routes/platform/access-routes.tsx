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

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.login,
  staticData: { title: 'auth:login.title' },
  validateSearch: (search: SearchInput): LoginSearch =>
    present({ redirect: readText(search.redirect, 2_000) }),
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

/** Target of the link in an invitation mail; the secret is in the fragment. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.invitation,
  staticData: { title: 'sign-in-more:invitation.title' },
  loader: () => loadTexts('auth', 'sign-in-more', 'refusals'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/auth/components/invitation-page.tsx')),
    'InvitationPage',
  ),
});

/** The choice of a provider; few users open it, because they have the address of theirs. */
export const ssoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.sso,
  staticData: { title: 'sign-in-more:sso.title' },
  loader: () => loadTexts('auth', 'sign-in-more'),
  component: lazyRouteComponent(
    () =>
      loadPage(import('../../../features/auth/components/single-sign-on/find-provider-page.tsx')),
    'FindProviderPage',
  ),
});

/** The sign-in address of an organisation. */
export const ssoProviderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.ssoProvider,
  staticData: { title: 'sign-in-more:sso.title' },
  validateSearch: (search: SearchInput): LoginSearch =>
    present({ redirect: readText(search.redirect, 2_000) }),
  beforeLoad: () => {
    if (currentSession() !== null) throw redirect({ to: PATHS.home, replace: true });
  },
  loader: () => loadTexts('auth', 'sign-in-more', 'refusals'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/auth/components/single-sign-on/provider-page.tsx')),
    'ProviderPage',
  ),
});

/** Target of the answer of a provider, also for a signed-in user who links an account. */
export const ssoCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.ssoCallback,
  staticData: { title: 'sign-in-more:sso.title' },
  loader: () => loadTexts('auth', 'sign-in-more', 'refusals'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/auth/components/single-sign-on/callback-page.tsx')),
    'CallbackPage',
  ),
});

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
