/** The frame of the product: header, side navigation, content (part 1, section 2; ui.md, "Shell"). */
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RealtimeProvider } from '../../realtime/realtime-provider.tsx';
import { ComponentProvider } from './component-provider.tsx';
import { ShellFrame } from './shell-frame.tsx';

export function Shell() {
  return (
    <ShellLayout>
      <Outlet />
    </ShellLayout>
  );
}

export function ShellLayout({ children }: { children: ReactNode }) {
  return (
    <ComponentProvider>
      <RealtimeProvider>
        <ShellFrame>{children}</ShellFrame>
      </RealtimeProvider>
    </ComponentProvider>
  );
}
