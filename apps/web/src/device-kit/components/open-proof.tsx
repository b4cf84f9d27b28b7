/** The current measured since a breaker opened; current that still flows is a warning. */
import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatQuantity } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { openProof } from '@busbar/domain/load/open-proof';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../components/states/state-tag.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import type { DeviceDetail } from '../api/device-detail.ts';

export function OpenProof({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('control');
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const { action, actionAt, measurement } = device;
  const proof = action === undefined ? undefined : openProof(action, actionAt, measurement);
  if (proof === undefined) return null;
  const { flows, phases, currentA, at } = proof;
  return (
    <StateTag
      tone={flows ? 'warning' : 'neutral'}
      isPlain={!flows}
      icon={flows ? <WarningFilled aria-hidden /> : <CheckCircleFilled aria-hidden />}
      title={formatMoment(at, zone)}
    >
      {t(`control:card.${flows ? 'current-flows' : 'no-current'}`, {
        current: ltrText(formatQuantity(currentA, 1, 'A', tag)),
        phases: ltrText(phases.join(', ')),
        time: ltrText(timeOfDay(at, zone)),
      })}
    </StateTag>
  );
}

/** Omits the date of a time today. */
function timeOfDay(at: number, zone: string): string {
  const moment = formatMoment(at, zone);
  const day = formatMoment(Date.now(), zone).slice(0, 10);
  return moment.startsWith(day) ? moment.slice(11) : moment;
}
