/** Settings of one breaker, edited or copied from a template or another breaker (/devicedeploy). */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DevicePane } from '../../components/device-tree/device-pane.tsx';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { CopyPanel } from './components/copy-panel.tsx';
import { DeployForm } from './components/deploy-form.tsx';
import { GlancePanel } from './components/glance-panel.tsx';
import './device-deploy.css';

const isBreaker = ({ kind }: TreeDevice): boolean => kind === 'main';

export function DeviceDeployPage() {
  const { t } = useTranslation('device-deploy');
  const { device: code } = useSearch({ from: '/shell/devicedeploy' });
  const navigate = useNavigate({ from: '/devicedeploy' });
  return (
    <div className="device-screen">
      <h1 className="visually-hidden">{t('device-deploy:title')}</h1>
      <DevicePane
        selected={code}
        accepts={isBreaker}
        onSelect={(device) => void navigate({ search: { device } })}
      />
      <div className="deploy stack gap-16 inset">
        {code === undefined ? (
          <EmptyState
            title={t('device-deploy:choose.title')}
            body={t('device-deploy:choose.body')}
          />
        ) : (
          <ChosenDevice key={code} code={code} />
        )}
      </div>
    </div>
  );
}

function ChosenDevice({ code }: { code: string }) {
  const query = useCallQuery('v2.device-information', { params: { device_code: code } });
  const device = query.data?.data;
  if (device === undefined) return <QueryState query={query} lines={8} />;
  return (
    <>
      <h2 className="row align-baseline gap-text text-large">
        <bdi>{device.device_name}</bdi>
        <span className="code ltr">{code}</span>
      </h2>
      <div className="columns columns-fit columns-wide align-start gap-16">
        <DeployForm key={device.revision} device={device} />
        <GlancePanel code={code} />
      </div>
      <CopyPanel code={code} name={device.device_name} />
    </>
  );
}
