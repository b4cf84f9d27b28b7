/** `/register/audit`: a public page, and a page of the shell for a platform administrator. */
import { lazy, Suspense } from 'react';
import { AuditPage } from '../features/auth/components/audit-page.tsx';
import { useSession } from '../lib/use-session.ts';
import { PagePending } from './page-pending.tsx';

const AuditInShell = lazy(async () => {
  const [{ ShellLayout }, { AuditPanel }] = await Promise.all([
    import('./shell/shell.tsx'),
    import('../features/auth/components/audit-panel.tsx'),
  ]);
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
  if (session?.user.role_type !== 'platform') return <AuditPage />;
  return (
    <Suspense fallback={<PagePending />}>
      <AuditInShell />
    </Suspense>
  );
}
