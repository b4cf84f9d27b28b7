/** The phasor diagram as a picture: each arrow by name with its length and its angle. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { useTranslation } from 'react-i18next';
import type { PhaseColors } from '../../../charts/phase-colors.ts';
import type { PhasorPicture } from '../../../charts/phasor/phasor-geometry.ts';
import {
  CURRENT_DASH,
  PHASOR_PICTURE_HEIGHT,
  phasorPainter,
} from '../../../charts/phasor/phasor-picture.ts';
import type { ChartPicture } from '../../../charts/picture-frame.ts';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { angleOf, digitsOf, unitOf } from './phasor-reading.ts';
import { usePictureFrame } from './use-picture-frame.ts';

interface SavedPhasors {
  readonly picture: PhasorPicture;
  readonly deviceName: string;
  /** Time of the measurement, epoch ms. */
  readonly at: number;
  readonly zone: string;
  readonly colors: PhaseColors;
  /** Assumptions where no measurement exists. */
  readonly notes: readonly string[];
}

export function usePhasorPicture({ picture, colors, ...of }: SavedPhasors) {
  const { t } = useTranslation('data');
  const numbers = useNumbers();
  const { frame, momentLine } = usePictureFrame(of.zone);
  return (): ChartPicture => ({
    ...frame(),
    title: `${t('data:phasor.title')} · ${of.deviceName}`,
    lines: [momentLine(of.at), ...of.notes],
    legend: picture.phasors.map((phasor) => {
      const { kind, phase } = phasor;
      const reading = `${numbers.quantity(phasor.magnitude, digitsOf(phasor), unitOf(phasor))}, ${numbers.number(angleOf(phasor), 1)}°`;
      return {
        text: `${t(`data:quantity.${kind}`)} ${phase}: ${ltrText(reading)}`,
        color: colors[phase.toLowerCase() as 'a' | 'b' | 'c'],
        ...(kind === 'current' ? { dash: CURRENT_DASH } : {}),
      };
    }),
    unit: '',
    height: PHASOR_PICTURE_HEIGHT,
    paint: phasorPainter(picture, colors),
  });
}
