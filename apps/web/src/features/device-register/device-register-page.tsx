/** Registers one device in three steps up to its first reading (/registerdevice). */

import { Button, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import type { NameplateValues } from '../../device-kit/components/device-fields.tsx';
import type { NewDevice } from '../../device-kit/components/device-form-dialog.tsx';
import { TrySimulated } from '../simulated-breaker/components/try-simulated.tsx';
import { ConnectStep } from './components/connect-step.tsx';
import { DetailsStep } from './components/details-step.tsx';
import { NameplateStep } from './components/nameplate-step.tsx';
import { WatchStep } from './components/watch-step.tsx';
import type { Registered } from './registration-steps.ts';
import './device-register.css';

type Stage =
  | { readonly at: 'nameplate' }
  | { readonly at: 'details'; readonly nameplate: NameplateValues }
  | { readonly at: 'connect'; readonly device: NewDevice; readonly group: number }
  | { readonly at: 'watch'; readonly device: Registered };

const STEP_OF = { nameplate: 0, details: 1, connect: 1, watch: 2 } as const;

export function DeviceRegisterPage() {
  const { t } = useTranslation('device-register');
  const [stage, setStage] = useState<Stage>({ at: 'nameplate' });
  const [nameplate, setNameplate] = useState<Partial<NameplateValues>>({});
  const registered = (device: Registered) => {
    const { code, name, group, isDtu, protocol, secret } = device;
    setStage(
      secret === undefined
        ? { at: 'watch', device }
        : { at: 'connect', device: { code, name, isDtu, protocol, ...secret }, group },
    );
  };
  const again = () => {
    setNameplate({ ...nameplate, deviceCode: '' });
    setStage({ at: 'nameplate' });
  };
  return (
    <div className="register stack gap-16 page">
      <PageHeading isVisible />
      <Steps
        current={STEP_OF[stage.at]}
        size="small"
        items={(['nameplate', 'details', 'watch'] as const).map((key) => ({
          title: t(`device-register:step.${key}`),
        }))}
      />
      <div className="panel">
        {stage.at === 'nameplate' && (
          <NameplateStep
            nameplate={nameplate}
            onNext={(next) => {
              setNameplate(next);
              setStage({ at: 'details', nameplate: next });
            }}
          />
        )}
        {stage.at === 'details' && (
          <DetailsStep
            nameplate={stage.nameplate}
            onBack={() => setStage({ at: 'nameplate' })}
            onRegistered={registered}
          />
        )}
        {stage.at === 'connect' && (
          <ConnectStep
            device={stage.device}
            onStored={() => {
              const { device, group } = stage;
              const { code, name, isDtu, protocol } = device;
              setStage({ at: 'watch', device: { code, name, isDtu, protocol, group } });
            }}
          />
        )}
        {stage.at === 'watch' && (
          <WatchStep
            device={stage.device}
            another={<Button onClick={again}>{t('device-register:watch.another')}</Button>}
          />
        )}
      </div>
      {stage.at === 'nameplate' && <TrySimulated hasNote />}
    </div>
  );
}
