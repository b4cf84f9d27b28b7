/** Reclose slots as a strip: the sequence after a trip, until the device gives up. */

import { formatSetDuration } from '@busbar/domain/formats/duration-format';
import type { Values } from '@busbar/domain/protection/definition';
import { activeSlots, RECLOSE_SLOTS } from '@busbar/domain/protection/reclose-slots';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/use-language.ts';

const WIDTH = 480;
const CELL = (WIDTH - 16) / RECLOSE_SLOTS.length;

export function RecloseStrip({ values }: { values: Values }) {
  const { t } = useTranslation('protection');
  const { tag } = useLanguage();
  const slots = activeSlots(values);
  const attempts = slots.reduce((sum, { count }) => sum + count, 0);
  const lengthS = slots.reduce((sum, { count, delayS }) => sum + count * delayS, 0);
  const summary =
    slots.length === 0
      ? t('protection:strip.none')
      : t('protection:strip.summary', {
          attempts,
          length: `\u2066${formatSetDuration(lengthS * 1000, tag)}\u2069`,
        });
  return (
    <figure className="panel bleed">
      <figcaption>{t('protection:strip.title')}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} 84`} direction="ltr" role="img" aria-label={summary}>
        {RECLOSE_SLOTS.map((slot, index) => {
          const active = slots[index];
          const x = 8 + index * CELL;
          return (
            <g key={slot} className="reclose-strip__slot" data-active={active !== undefined}>
              <rect
                className="reclose-strip__cell"
                x={x + 2}
                y={4}
                width={CELL - 4}
                height={50}
                rx={4}
              />
              <text className="reclose-strip__number" x={x + 10} y={19}>
                {slot}
              </text>
              <text x={x + CELL / 2} y={active === undefined ? 34 : 30} textAnchor="middle">
                {active === undefined
                  ? t('protection:reclose.disabled')
                  : formatSetDuration(active.delayS * 1000, tag)}
              </text>
              {active !== undefined && (
                <text className="reclose-strip__count" x={x + CELL / 2} y={47} textAnchor="middle">
                  {`× ${active.count}`}
                </text>
              )}
            </g>
          );
        })}
        <text className="reclose-strip__note" x={8} y={76}>
          {summary}
        </text>
      </svg>
    </figure>
  );
}
