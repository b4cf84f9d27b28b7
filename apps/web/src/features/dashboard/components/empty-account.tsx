/** Dashboard of an empty account: three steps to the first reading (docs/design.md 10.2). */
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { useMay } from '../../../lib/session/use-may.ts';
import { FirstRunAction, FirstRunSteps } from '../../devices/components/first-run.tsx';

export function EmptyAccount() {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const mayAdd = useMay('device.write');
  return (
    <section className="tile" aria-label={t('dashboard:empty')}>
      <EmptyState
        title={t('dashboard:empty')}
        body={<FirstRunSteps mayAdd={mayAdd} />}
        {...(mayAdd
          ? { action: <FirstRunAction onAdd={() => void navigate({ to: '/devicemanage' })} /> }
          : {})}
      />
    </section>
  );
}
