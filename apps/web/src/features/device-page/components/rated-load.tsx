/** The largest phase current as a share of the rating: text and bar. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { highestCurrentA, loadPercent } from '@busbar/domain/load/load-percent';
import { isOfPresentPosition } from '@busbar/domain/load/lost-load';
import { useTranslation } from 'react-i18next';
import { useAgeMs } from '../../../components/values/age.tsx';
import { LoadBar } from '../../../components/values/load-bar.tsx';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

export function RatedLoad({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('device-page');
  const { tag } = useLanguage();
  const { measurement, ratedCurrent, loadKw, actionAt, staleMs } = device;
  const age = useAgeMs(measurement?.ts ?? null);
  const currentA = measurement === null ? null : highestCurrentA(measurement.values);
  const percent = loadPercent(currentA, ratedCurrent);
  if (measurement === null || currentA === null || percent === null) return null;
  const isStale =
    !isOfPresentPosition({ loadKw, loadAt: measurement.ts, actionAt }) ||
    (age !== null && age > staleMs);
  return (
    <>
      <span className="text-small">
        {t('device-page:load', {
          amperes: ltrText(withUnit(formatShort(currentA, 1, tag), 'A', tag)),
          percent: formatShort(percent, 0, tag),
          rated: ltrText(withUnit(formatShort(ratedCurrent ?? 0, 0, tag), 'A', tag)),
        })}
      </span>
      <span className="device-head__bar">
        <LoadBar percent={percent} isStale={isStale} />
      </span>
    </>
  );
}
