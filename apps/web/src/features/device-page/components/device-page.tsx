/**
 * The page of one device: the tree, a head with its state, and tabs
 * (docs/specification/screens.md 1.5). The tree stays while tabs and devices change.
 */
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicePane } from '../../../components/device-tree/device-pane.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { requestDevice, useDevice } from '../../../device-kit/api/use-device.ts';
import { useDeviceCode } from '../../../device-kit/use-device-code.ts';
import { searchForOther } from '../device-tabs.ts';
import { rememberDevice } from '../last-device.ts';
import './device-page.css';
import { DeviceHead } from './device-head.tsx';
import { DeviceTabs } from './device-tabs.tsx';

export { requestDevice };

export function DevicePage() {
  const { t } = useTranslation('device-page');
  const code = useDeviceCode();
  const navigate = useNavigate();
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const query = useDevice(code);
  const { data: device, error } = query;
  const isGone = error?.status === 404;
  useEffect(() => {
    if (device !== undefined) rememberDevice(code);
    else if (isGone) rememberDevice(null);
  }, [code, device, isGone]);

  const choose = (next: string) =>
    void navigate({ to: path, params: { code: next }, search: searchForOther } as never);
  return (
    <div className="device-screen">
      <DevicePane hasFilters selected={code} onSelect={choose} />
      <div className="device-page shrink">
        {isGone ? (
          <EmptyState title={t('device-page:gone')} body={t('device-page:choose-body')} />
        ) : (
          <>
            {device !== undefined && (
              <DeviceHead key={`head-${code}`} device={device} query={query} />
            )}
            {device === undefined && error !== null && (
              <ErrorState error={error} onRetry={() => void query.refetch()} />
            )}
            {device === undefined && error === null && (
              <div className="device-head surface" aria-busy>
                <Skeleton active title={false} paragraph={{ rows: 2 }} />
              </div>
            )}
            <DeviceTabs code={code} />
            <div key={code} className="device-page__tab stack">
              <Outlet />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
