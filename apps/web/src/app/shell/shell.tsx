/** Frame: header, side navigation, content (docs/specification/screens.md 3; docs/design.md 3). */
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsFactorDue, useUserId } from '../../lib/session/use-session.ts';
import { RealtimeProvider } from '../../realtime/realtime-provider.tsx';
import { ComponentProvider } from './component-provider.tsx';
import { PageOfRole } from './page-of-role.tsx';
import { ShellFrame } from './shell-frame.tsx';
import { FactorFrame } from './user/factor-frame.tsx';
import { SignInAgain } from './user/sign-in-again.tsx';

export function Shell() {
  if (useIsFactorDue()) {
    return (
      <ComponentProvider>
        <FactorFrame>
          <Outlet />
        </FactorFrame>
        <SignInAgain />
      </ComponentProvider>
    );
  }
  return (
    <ShellLayout>
      <PageOfRole />
    </ShellLayout>
  );
}

export function ShellLayout({ children }: { children: ReactNode }) {
  // The page of one user, which may have waited for them, is never shown to another.
  return (
    <ComponentProvider key={useUserId()}>
      <RealtimeProvider>
        <ShellFrame>{children}</ShellFrame>
        <SignInAgain />
      </RealtimeProvider>
    </ComponentProvider>
  );
}
