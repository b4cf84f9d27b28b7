/** Colours, font and number format of a line chart, from theme and language. */
import { useMemo } from 'react';
import type { ChartLook } from '../../../charts/time/time-chart-options.ts';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { pageFont } from '../../../theme/page-font.ts';
import { DARK, LIGHT } from '../../../theme/palette.ts';
import { useIsDark } from '../../../theme/theme-mode.ts';

export function useLineLook(): ChartLook & { readonly ink: string } {
  const palette = useIsDark() ? DARK : LIGHT;
  const numbers = useNumbers();
  return useMemo(
    () => ({
      text: palette.textFaint,
      line: palette.line,
      surface: palette.surface,
      mark: palette.red,
      font: pageFont(),
      ink: palette.text,
      numbers,
    }),
    [palette, numbers],
  );
}
