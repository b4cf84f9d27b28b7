/** The largest phase current beside the rating, as text and as a bar. */
import { useTranslation } from 'react-i18next';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { ltrText } from '../../../lib/formats/ltr-text.ts';
import { formatShort, withUnit } from '../../../lib/formats/number-format.ts';

/** Percent of the rated current from which the bar warns, and above which it is an overload. */
const HIGH_PERCENT = 80;
const FULL_PERCENT = 100;

export function LoadBar({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('device-page');
  const { tag } = useLanguage();
  const { measurement, ratedCurrent } = device;
  if (measurement === null || ratedCurrent === null || ratedCurrent <= 0) return null;
  const currents = [
    measurement.values.currentA,
    measurement.values.currentB,
    measurement.values.currentC,
  ].filter((one) => one !== undefined && one !== null);
  if (currents.length === 0) return null;
  const amperes = Math.max(...currents);
  const percent = (amperes / ratedCurrent) * 100;
  const level = percent > FULL_PERCENT ? 'over' : percent >= HIGH_PERCENT ? 'high' : 'normal';
  return (
    <span className="load-bar row gap-text text-small">
      <span>
        {t('device-page:load', {
          amperes: ltrText(withUnit(formatShort(amperes, 1, tag), 'A', tag)),
          percent: formatShort(percent, 0, tag),
          rated: ltrText(withUnit(formatShort(ratedCurrent, 0, tag), 'A', tag)),
        })}
      </span>
      <span className="load-bar__track" data-level={level} aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(percent, 100)}%` }} />
      </span>
    </span>
  );
}
