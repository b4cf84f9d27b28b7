/** Settings of one breaker, edited or copied from a template or another breaker. */
import type { Answer } from '../../lib/calls/call-types.ts';
import { CopyPanel } from './components/copy-panel.tsx';
import { DeployForm } from './components/deploy-form.tsx';
import { GlancePanel } from './components/glance-panel.tsx';
import './device-deploy.css';

export function SetUpPanel({ device }: { device: Answer<'v2.device-information'>['data'] }) {
  const code = device.device_code;
  return (
    <div className="deploy stack gap-16">
      <div className="columns columns-fit columns-wide align-start gap-16">
        <DeployForm key={device.revision} device={device} />
        <GlancePanel code={code} />
      </div>
      <CopyPanel code={code} name={device.device_name} />
    </div>
  );
}
