/** Selects the span, which is stored in the URL. */
import { ZoomOutOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentRange } from '../../../../components/fields/moment-range.tsx';
import { RANGES, type Range } from '../history-span.ts';
import type { HistorySpan } from '../use-history-span.ts';

export function SpanTools({ history }: { history: HistorySpan }) {
  const { t } = useTranslation('data');
  const { search, set } = history;
  const { range = 'today', from, to } = search;
  const unzoomed = { left: undefined, right: undefined };
  return (
    <>
      <Segmented<Range>
        aria-label={t('data:range.label')}
        value={range}
        onChange={(next) =>
          set({ range: next, from: undefined, to: undefined, at: undefined, ...unzoomed })
        }
        options={RANGES.map((value) => ({ value, label: t(`data:range.${value}`) }))}
      />
      {range === 'custom' && (
        <MomentRange
          from={from}
          to={to}
          onChange={(start, end) => set({ range: 'custom', from: start, to: end, ...unzoomed })}
        />
      )}
      {history.isZoomed && (
        <Button icon={<ZoomOutOutlined aria-hidden />} onClick={history.zoomOut}>
          {t('data:chart.zoom-out')}
        </Button>
      )}
    </>
  );
}
