/** The rating and the trip limits of a device, as lines on the charts of their quantities. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { tripLimits } from '@busbar/domain/protection/trip-limits';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartLevel } from '../../../charts/chart-marks.ts';
import { useDevice } from '../../../device-kit/api/use-device.ts';
import { PANELS, type Quantity } from '../../../device-kit/quantities.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type LevelsByQuantity = Readonly<Partial<Record<Quantity, readonly ChartLevel[]>>>;

/** Empty until they are loaded; a device whose protections were never read has no trip limits. */
export function useLevels(code: string): LevelsByQuantity {
  const { t } = useTranslation(['data', 'protection']);
  const { tag } = useLanguage();
  const { data: device } = useDevice(code);
  const { data: parameters } = useCallQuery(
    'v2.device.parameters',
    { query: { device_code: code } },
    { enabled: device?.kind === 'main' },
  );
  const ratedA = device?.ratedCurrent ?? null;
  return useMemo(() => {
    const levels: Partial<Record<Quantity, ChartLevel[]>> = {};
    const add = (quantity: Quantity, value: number, name: string) => {
      const text = withUnit(formatShort(value, 1, tag), PANELS[quantity].unit, tag);
      levels[quantity] = [
        ...(levels[quantity] ?? []),
        { value, label: `${name} ${ltrText(text)}` },
      ];
    };
    if (ratedA !== null) add('current', ratedA, t('data:chart.rated'));
    for (const { protection, quantity, value } of tripLimits(parameters?.data.sets ?? [])) {
      add(quantity, value, t(`protection:tab.${protection}`));
    }
    return levels;
  }, [parameters, ratedA, tag, t]);
}
