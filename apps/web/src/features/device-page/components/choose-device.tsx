/** An address of the device page that names no device, for a user who has not chosen one yet. */

import { useMatches, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DevicePane } from '../../../components/device-tree/device-pane.tsx';
import { PageHeading } from '../../../components/menu/page-heading.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';

export function ChooseDevice() {
  const { t } = useTranslation('device-page');
  const navigate = useNavigate();
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const choose = (device: string) =>
    void navigate({
      to: match?.fullPath,
      search: (old: object) => ({ ...old, device }),
    } as never);
  return (
    <div className="device-screen">
      <PageHeading />
      <DevicePane hasFilters selected={undefined} onSelect={choose} />
      <EmptyState title={t('device-page:choose')} body={t('device-page:choose-body')} />
    </div>
  );
}
