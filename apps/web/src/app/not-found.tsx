/** Answer to an address without a page: in the shell for users who have signed in. */
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../config/paths.ts';
import { trackLoad } from '../lib/calls/pending-loads.ts';
import { useSession } from '../lib/session/use-session.ts';
import { loadShellTexts } from './load-shell-texts.ts';
import { PagePending } from './page-pending.tsx';

const UnknownPageInShell = lazy(async () => {
  const [{ UnknownPageInShell: page }] = await trackLoad(
    Promise.all([import('./shell/shell.tsx'), loadShellTexts()]),
  );
  return { default: page };
});

export function NotFound() {
  const session = useSession();
  // A user who owes a new password or a second factor has no pages yet.
  if (session === null || session.resetPassword || session.secondFactorDue)
    return <PlainNotFound />;
  return (
    <Suspense fallback={<PagePending />}>
      <UnknownPageInShell />
    </Suspense>
  );
}

function PlainNotFound() {
  const { t } = useTranslation();
  return (
    <main className="plain-page">
      <h1>{t('not-found.title')}</h1>
      <p>{t('not-found.body')}</p>
      <Link to={PATHS.root}>{t('not-found.home')}</Link>
    </main>
  );
}
