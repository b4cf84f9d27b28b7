/** Selects the span of signal and connection log. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentRange } from '../../../components/fields/moment-range.tsx';
import { CONNECTION_RANGES, type ConnectionRange } from '../connection-span.ts';
import type { useConnectionSpan } from '../use-connection-span.ts';

export function ConnectionSpanTools({ chosen }: { chosen: ReturnType<typeof useConnectionSpan> }) {
  const { t } = useTranslation('device-information');
  const { range, from, to, span, zone, set } = chosen;
  return (
    <div className="row gap-wide">
      <Segmented<ConnectionRange>
        aria-label={t('device-information:range.label')}
        value={range}
        // A custom range is initialized with the displayed span.
        onChange={(next) =>
          set(
            next === 'custom'
              ? { range: next, from: formatMoment(span.startMs, zone) }
              : { range: next },
          )
        }
        options={CONNECTION_RANGES.map((value) => ({
          value,
          label: t(`device-information:range.${value}`),
        }))}
      />
      {range === 'custom' && (
        <MomentRange
          from={from}
          to={to}
          onChange={(start, end) => set({ range: 'custom', from: start, to: end })}
        />
      )}
    </div>
  );
}
