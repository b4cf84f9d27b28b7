/** Drawer with the timers of a device: the list, or the form in its place. */
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import { useTimerTitles } from '../use-timer-titles.ts';

export interface TimersDrawerProps {
  /** Undefined if the drawer is closed. */
  readonly device: TreeDevice | undefined;
  /** Slaves of a gateway, or further channels of a breaker. */
  readonly slaves: readonly TreeDevice[];
  readonly onClose: () => void;
}

const TimersPanel = lazy(async () => ({
  default: (await trackLoad(import('./timers-panel.tsx'))).TimersPanel,
}));

export function TimersDrawer({ device, slaves, onClose }: TimersDrawerProps) {
  const titles = useTimerTitles();
  return (
    <SideDrawer
      open={device !== undefined}
      onClose={onClose}
      size={520}
      title={device === undefined ? '' : titles(device, slaves).title}
    >
      {device !== undefined && (
        <Suspense fallback={<Skeleton active />}>
          <TimersPanel key={device.code} device={device} slaves={slaves} />
        </Suspense>
      )}
    </SideDrawer>
  );
}
