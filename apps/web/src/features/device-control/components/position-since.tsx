/** When a breaker reached its position, as a row of the facts of its card. */
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/values/age.tsx';
import { Moment } from '../../../components/values/moment.tsx';

/** `at`: ms; null if the breaker has reported no position. */
export function PositionSince({ at }: { at: number | null }) {
  const { t } = useTranslation('control');
  return (
    <>
      <dt>{t('control:card.since')}</dt>
      <dd>
        <Moment at={at} />
        {at !== null && (
          <span className="faint text-tiny plain">
            <Age at={at} />
          </span>
        )}
      </dd>
    </>
  );
}
