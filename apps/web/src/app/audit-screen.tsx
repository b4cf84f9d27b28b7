/** `/register/audit`: a public page, and a page in the shell for a platform administrator. */
import { lazy, Suspense } from 'react';
import { hasPage, PATHS } from '../config/paths.ts';
import { AuditPage } from '../features/auth/components/audit-page.tsx';
import { trackLoad } from '../lib/calls/pending-loads.ts';
import { holderOf } from '../lib/session/use-may.ts';
import { useSession } from '../lib/session/use-session.ts';
import { PagePending } from './page-pending.tsx';

const AuditInShell = lazy(async () => {
  const [{ ShellLayout }, { AuditPanel }] = await trackLoad(
    Promise.all([
      import('./shell/shell.tsx'),
      import('../features/auth/components/audit-panel.tsx'),
    ]),
  );
  return {
    default: () => (
      <ShellLayout>
        <AuditPanel />
      </ShellLayout>
    ),
  };
});

export function AuditScreen() {
  const session = useSession();
  if (session === null || !hasPage(PATHS.audit, holderOf(session.user))) return <AuditPage />;
  return (
    <Suspense fallback={<PagePending />}>
      <AuditInShell />
    </Suspense>
  );
}
