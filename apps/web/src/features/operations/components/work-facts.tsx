import { formatCount } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/values/facts.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Health } from '../health.ts';

/** Current load of the platform, for all customers together. */
export function WorkFacts({ health }: { health: Health }) {
  const { tag } = useLanguage();
  const { t } = useTranslation('operations');
  const count = (value: number) => <bdi>{formatCount(value, tag)}</bdi>;
  const { devices } = health;
  return (
    <Facts
      rows={[
        [t('operations:customers'), count(health.customers)],
        [t('operations:online'), count(devices.online)],
        [t('operations:offline'), count(devices.offline)],
        [t('operations:late'), count(devices.late)],
        [t('operations:open-alarms'), count(health.alarms_open)],
        [
          t('operations:mail'),
          t(health.mail_available ? 'operations:mail-set' : 'operations:mail-missing'),
        ],
      ]}
    />
  );
}
