/**
 * The two delays of a protection over time: if the fault lasts for the operate delay, the contact
 * opens; if it stays clear for the reset delay, the protection resets. Not to scale: a second and
 * ten minutes could not both be visible.
 */

import { formatSetDuration } from '@busbar/domain/formats/duration-format';
import type { Values } from '@busbar/domain/protection/definition';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { numberAt } from '../../form-rows.ts';
import type { FaultSide } from '../../pictures.ts';

interface DelayDiagramProps {
  values: Values;
  side: FaultSide;
}

const WIDTH = 480;
/** X positions: start of the fault, trip, end of the fault, end of the reset delay. */
const AT = { fault: 96, trip: 196, well: 268, over: 392 } as const;
const CONTACT = { y: 112, height: 18 } as const;

export function DelayDiagram({ values, side }: DelayDiagramProps) {
  const { t } = useTranslation('protection');
  const { tag } = useLanguage();
  const isOff = values['enabled'] === false;
  const isLocking = values['locks'] === true;
  const operateMs = numberAt(values, 'operateDelay');
  const resetS = numberAt(values, 'resetDelay');
  const texts = {
    operate: operateMs === undefined ? '–' : formatSetDuration(operateMs, tag),
    reset: resetS === undefined ? '–' : formatSetDuration(resetS * 1000, tag),
  };
  // An over-limit fault rises and an under-limit fault falls; otherwise the drawings are equal.
  const [well, bad, limit] = side === 'over' ? [70, 34, 52] : [34, 70, 52];
  const curve = `M8 ${well}H${AT.fault - 14}L${AT.fault + 10} ${bad}H${AT.well - 14}L${AT.well + 10} ${well}H${WIDTH - 8}`;
  const openTo = isLocking ? WIDTH - 8 : AT.over;
  return (
    <figure className="panel bleed">
      <figcaption>{t('protection:delays.title')}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} 150`}
        direction="ltr"
        role="img"
        aria-label={t(
          isOff
            ? 'protection:delays.off'
            : isLocking
              ? 'protection:delays.summary-lock'
              : 'protection:delays.summary',
          texts,
        )}
      >
        {!isOff && <Span from={AT.fault} to={AT.trip} text={texts.operate} tone="operate" />}
        {!isOff && !isLocking && (
          <Span from={AT.well} to={AT.over} text={texts.reset} tone="reset" />
        )}
        <path className="delay-diagram__limit" d={`M8 ${limit}H${WIDTH - 8}`} />
        <path className="delay-diagram__curve" d={curve} />
        {isOff ? (
          <rect
            className="delay-diagram__closed"
            x={8}
            y={CONTACT.y}
            width={WIDTH - 16}
            height={CONTACT.height}
            rx={3}
          />
        ) : (
          <>
            <path className="delay-diagram__moment" d={`M${AT.trip} 16V${CONTACT.y}`} />
            <rect
              className="delay-diagram__closed"
              x={8}
              y={CONTACT.y}
              width={AT.trip - 10}
              height={CONTACT.height}
              rx={3}
            />
            <rect
              className="delay-diagram__open"
              x={AT.trip}
              y={CONTACT.y}
              width={openTo - AT.trip}
              height={CONTACT.height}
              rx={3}
            />
            {!isLocking && (
              <rect
                className="delay-diagram__free"
                x={AT.over + 2}
                y={CONTACT.y}
                width={WIDTH - 8 - AT.over - 2}
                height={CONTACT.height}
                rx={3}
              />
            )}
            {!isLocking && (
              <text x={(AT.over + WIDTH - 6) / 2} y={CONTACT.y + 13} textAnchor="middle">
                {t('protection:contact.recovered')}
              </text>
            )}
            <text x={(AT.trip + openTo) / 2} y={CONTACT.y + 13} textAnchor="middle">
              {t(isLocking ? 'protection:contact.locked' : 'protection:contact.open')}
            </text>
          </>
        )}
        <text x={isOff ? WIDTH / 2 : AT.trip / 2} y={CONTACT.y + 13} textAnchor="middle">
          {t('protection:contact.closed')}
        </text>
        <text className="delay-diagram__note" x={8} y={146}>
          {t(isOff ? 'protection:delays.off' : 'protection:delays.note')}
        </text>
      </svg>
    </figure>
  );
}

interface SpanProps {
  from: number;
  to: number;
  text: string;
  tone: 'operate' | 'reset';
}

/** A time span with arrows and a label. */
function Span({ from, to, text, tone }: SpanProps) {
  return (
    <g className="delay-diagram__span" data-tone={tone}>
      <rect x={from} y={16} width={to - from} height={CONTACT.y - 20} />
      <path
        d={`M${from} 96H${to}M${from + 5} 92L${from} 96L${from + 5} 100M${to - 5} 92L${to} 96L${to - 5} 100`}
      />
      <text className="delay-diagram__time" x={(from + to) / 2} y={90} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
