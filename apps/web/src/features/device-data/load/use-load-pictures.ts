/** Load duration curve and daily profile as pictures. */
import { useTranslation } from 'react-i18next';
import { heatPainter, heatPictureHeight } from '../../../charts/heat/heat-picture.ts';
import type { ChartPicture } from '../../../charts/picture-frame.ts';
import { CURVE_PICTURE_HEIGHT, curvePainter } from '../../../charts/time/curve-picture.ts';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { DARK, LIGHT } from '../../../theme/palette.ts';
import { useIsDark } from '../../../theme/theme-mode.ts';
import type { Span } from '../history/history-span.ts';
import { usePictureFrame } from '../pictures/use-picture-frame.ts';
import { curveOf, type DailyProfile, type LoadDuration } from './load-shape.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

interface LoadPicture {
  readonly deviceName: string;
  readonly span: Span;
  readonly zone: string;
  /** Note needed to interpret the picture. */
  readonly summary: string;
}

export function useDurationPicture(of: LoadPicture & { readonly duration: LoadDuration }) {
  const { t } = useTranslation(['analysis', 'data']);
  const { frame, spanLine } = usePictureFrame(of.zone);
  const numbers = useNumbers();
  const { accentText: color, accentSoft: fill } = useIsDark() ? DARK : LIGHT;
  return (): ChartPicture => ({
    ...frame(),
    title: `${t('analysis:load.duration')} · ${of.deviceName}`,
    lines: [spanLine(of.span), of.summary],
    legend: [
      {
        text: t('common:in-brackets', {
          text: t('data:field.activePower'),
          inside: numbers.unit('kW'),
        }),
        color,
      },
    ],
    unit: numbers.unit('kW'),
    height: CURVE_PICTURE_HEIGHT,
    paint: curvePainter({
      curve: curveOf(of.duration),
      color,
      fill,
      axis: t('analysis:load.part'),
      numbers,
    }),
  });
}

export function useHeatPicture(of: LoadPicture & { readonly profile: DailyProfile }) {
  const { t } = useTranslation('analysis');
  const { frame, spanLine } = usePictureFrame(of.zone);
  const numbers = useNumbers();
  const strong = (useIsDark() ? DARK : LIGHT).accentText;
  const { days, lowest, highest } = of.profile;
  return (): ChartPicture => ({
    ...frame(),
    title: `${t('common:in-brackets', { text: t('analysis:load.profile'), inside: numbers.unit('kW') })} · ${of.deviceName}`,
    lines: [spanLine(of.span), of.summary],
    // There is no legend, because the scale is drawn below the cells.
    legend: [],
    unit: '',
    height: heatPictureHeight(days.length),
    paint: heatPainter({
      rows: days.map(({ date, hours }) => ({ label: date.slice(5), values: hours })),
      columns: HOURS,
      ...{ lowest, highest, strong },
      unit: 'kW',
      numbers,
      none: t('analysis:compare.no-readings'),
    }),
  });
}
