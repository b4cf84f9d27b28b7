/** Slots of a gateway (/devicedeploy_88C): slave positions, found versus registered. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { SlotBoard } from './components/slot-board.tsx';
import '../../components/slot-board.css';
import './gateway-deploy.css';
import { StepLink } from '../../components/states/step-link.tsx';

export function GatewayDeployPage() {
  const { t } = useTranslation('gateway-slots');
  const { device } = useSearch({ from: '/shell/devicedeploy_88C' });
  const navigate = useNavigate({ from: '/devicedeploy_88C' });
  const fleet = useFleet();
  const gateways = (fleet.data ?? []).filter(({ kind }) => kind === 'gateway');
  // Defaults to the first gateway until one is selected.
  const code = device ?? gateways[0]?.code;
  return (
    <div className="gateway-deploy stack page">
      <div className="row gap-wide">
        <PageHeading isVisible />
        {gateways.length > 0 && (
          <Select
            aria-label={t('gateway-slots:gateway')}
            value={code ?? null}
            options={gateways.map(({ code: value, name }) => ({
              value,
              label: name,
              title: value,
            }))}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={280}
            className="gateway-deploy__choose"
            onChange={(next: string) => void navigate({ search: { device: next } })}
          />
        )}
      </div>
      {fleet.error !== null && fleet.data === undefined && (
        <ErrorState error={fleet.error} onRetry={() => void fleet.refetch()} />
      )}
      {fleet.data !== undefined && code === undefined && (
        <EmptyState
          title={t('gateway-slots:none.title')}
          body={t('gateway-slots:none.body')}
          action={<StepLink step="register-device" />}
        />
      )}
      {code !== undefined && <SlotBoard key={code} code={code} />}
    </div>
  );
}
