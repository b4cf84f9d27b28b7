/** An account without devices: the steps to a first reading (docs/design.md 10.2). */

import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { TrySimulated } from '../../simulated-breaker/components/try-simulated.tsx';
import './first-run.css';

export function FirstRunSteps({ mayAdd }: { mayAdd: boolean }) {
  const { t } = useTranslation('devices');
  if (!mayAdd) return <p>{t('devices:first-run.ask')}</p>;
  return (
    <>
      <p>{t('devices:first-run.why')}</p>
      <ol className="first-run stack">
        {(['register', 'connect', 'watch'] as const).map((step) => (
          <li key={step}>{t(`devices:first-run.${step}`)}</li>
        ))}
      </ol>
    </>
  );
}

export function FirstRunAction({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <div className="stack gap-12">
      <Button type="primary" className="to-start" onClick={onAdd}>
        {t('devices:action.add')}
      </Button>
      <TrySimulated hasNote />
    </div>
  );
}
