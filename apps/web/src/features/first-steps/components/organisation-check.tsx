/** Time zone, currency and settlement day, which an administrator confirms as they are. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { useGroupInfo } from '../../../lib/session/use-group-info.ts';
import { useFirstStepChanges } from '../api/use-first-steps.ts';

export function OrganisationCheck({ day }: { day: number }) {
  const { t } = useTranslation('first-steps');
  const { zone, currency } = useGroupInfo().data ?? {};
  const send = useFirstStepChanges();
  const { run, loading, error } = useAction({ showsError: true });
  return (
    <>
      <dl className="first-steps__facts text-small">
        {(
          [
            ['zone', zone],
            ['currency', currency && `${currency.symbol_unit} (${currency.code})`],
            ['settlement-day', day],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{t(`first-steps:organisation.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint">{t('first-steps:step.organisation.about')}</p>
      <Button
        size="small"
        className="to-start"
        loading={loading}
        onClick={() => void run(() => send('v2.first-steps.organisation', {}))}
      >
        {t('first-steps:organisation.confirm')}
      </Button>
      <ErrorAlert error={error} />
    </>
  );
}
