/** Common properties of the pictures of this page: theme, and the span as text. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import type { ChartPicture } from '../../../charts/picture-frame.ts';
import type { Span } from '../history/history-span.ts';
import { useLineLook } from './use-chart-look.ts';

export function usePictureFrame(zone: string) {
  const { t } = useTranslation('data');
  const look = useLineLook();
  const withZone = (time: string) =>
    `${ltrText(time)} · ${t('data:chart.zone', { zone: ltrText(zone) })}`;
  return {
    frame: (): Pick<ChartPicture, 'look' | 'isRightToLeft'> => ({
      look,
      isRightToLeft: document.documentElement.dir === 'rtl',
    }),
    spanLine: ({ startMs, endMs }: Span) =>
      withZone([startMs, endMs].map((ms) => formatMoment(ms, zone).slice(0, 16)).join(' – ')),
    momentLine: (ms: number) => withZone(formatMoment(ms, zone)),
  };
}
