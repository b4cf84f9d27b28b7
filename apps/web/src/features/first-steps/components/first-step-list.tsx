/** The first steps in order, each with a link to its page. */

import { CheckCircleFilled } from '@ant-design/icons';
import type { FirstStep } from '@busbar/domain/access/first-steps';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { PATHS } from '../../../config/paths.ts';
import { TrySimulated } from '../../simulated-breaker/components/try-simulated.tsx';
import { type FirstSteps, isComplete, useFirstStepChanges } from '../api/use-first-steps.ts';
import { setListOpen } from '../open-list.ts';
import { OrganisationCheck } from './organisation-check.tsx';

const PAGES: Readonly<Record<FirstStep, string>> = {
  organisation: PATHS.settlement,
  tariff: PATHS.rates,
  groups: PATHS.groupList,
  device: PATHS.registerDevice,
  users: PATHS.users,
  notification: PATHS.notificationSettings,
};

const close = () => setListOpen(false);

export function FirstStepList({ steps: given, count }: { steps: FirstSteps; count: string }) {
  const { t } = useTranslation('first-steps');
  const send = useFirstStepChanges();
  const { run, loading, error } = useAction({ showsError: true });
  const { settlement_day: settlementDay } = given;
  const steps = given.steps as readonly { key: FirstStep; done: boolean }[];
  const next = steps.find(({ done }) => !done)?.key;
  const dismiss = async () => {
    await send('v2.first-steps.change', { body: { dismissed: true } });
    close();
  };
  return (
    <section className="first-steps__panel touch" aria-label={t('first-steps:title')}>
      <div className="row spread gap-text">
        <h2 className="text-title">{t('first-steps:title')}</h2>
        <span className="muted">{count}</span>
      </div>
      <ol className="ruled">
        {steps.map(({ key, done }, index) => (
          <li key={key} className="first-steps__step" data-next={key === next}>
            {done ? (
              <CheckCircleFilled className="good" role="img" aria-label={t('first-steps:done')} />
            ) : (
              <span className="first-steps__number text-tiny" aria-hidden="true">
                {index + 1}
              </span>
            )}
            <div className="stack gap-4">
              <Link to={PAGES[key]} onClick={close} className={done ? 'muted' : 'strong'}>
                {t(`first-steps:step.${key}.title`)}
              </Link>
              {!done &&
                (key === 'organisation' ? (
                  <OrganisationCheck day={settlementDay} />
                ) : (
                  <p className="hint">{t(`first-steps:step.${key}.about`)}</p>
                ))}
              {!done && key === 'device' && (
                <>
                  <Link to={PATHS.deviceImport} onClick={close} className="text-small to-start">
                    {t('first-steps:step.device.import')}
                  </Link>
                  <TrySimulated onDone={close} />
                  <p className="hint">{t('first-steps:step.device.simulated')}</p>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      <ErrorAlert error={error} />
      <footer className="row spread gap-text">
        <span className="hint grow">
          {t(isComplete(given) ? 'first-steps:complete' : 'first-steps:again')}
        </span>
        <Button loading={loading} onClick={() => void run(dismiss)}>
          {t('first-steps:dismiss')}
        </Button>
      </footer>
    </section>
  );
}
