/** Breaker behaviour when the supply fails and returns, from the reclosing set's two switches. */
import type { Values } from '@busbar/domain/protection/definition';
import { useTranslation } from 'react-i18next';

const WIDTH = 480;
const AT = { lost: 150, back: 310 } as const;
const CONTACT = { y: 86, height: 18 } as const;

export function SupplyDiagram({ values }: { values: Values }) {
  const { t } = useTranslation('protection');
  const opens = values['opensOnPowerLoss'] === true;
  const closes = values['closesAutomatically'] === true;
  const outcome = !opens ? 'stays' : closes ? 'closes' : 'waits';
  const openTo = closes ? AT.back + 24 : WIDTH - 8;
  return (
    <figure className="panel bleed">
      <figcaption>{t('protection:supply.title')}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} 126`}
        direction="ltr"
        role="img"
        aria-label={t(`protection:supply.${outcome}`)}
      >
        <path
          className="supply-diagram__line"
          d={`M8 30H${AT.lost}V62H${AT.back}V30H${WIDTH - 8}`}
        />
        <text x={79} y={22} textAnchor="middle">
          {t('protection:supply.present')}
        </text>
        <text x={(AT.lost + AT.back) / 2} y={54} textAnchor="middle">
          {t('protection:supply.lost')}
        </text>
        <text x={(AT.back + WIDTH) / 2} y={22} textAnchor="middle">
          {t('protection:supply.back')}
        </text>
        <rect
          className="delay-diagram__closed"
          x={8}
          y={CONTACT.y}
          width={WIDTH - 16}
          height={CONTACT.height}
          rx={3}
        />
        <text x={79} y={CONTACT.y + 13} textAnchor="middle">
          {t('protection:contact.closed')}
        </text>
        {opens && (
          <>
            <rect
              className="delay-diagram__open"
              x={AT.lost}
              y={CONTACT.y}
              width={openTo - AT.lost}
              height={CONTACT.height}
            />
            <text x={(AT.lost + openTo) / 2} y={CONTACT.y + 13} textAnchor="middle">
              {t('protection:contact.open')}
            </text>
          </>
        )}
        {(closes || !opens) && (
          <text x={(AT.back + WIDTH + 16) / 2} y={CONTACT.y + 13} textAnchor="middle">
            {t('protection:contact.closed')}
          </text>
        )}
        <text className="delay-diagram__note" x={8} y={122}>
          {t(`protection:supply.${outcome}`)}
        </text>
      </svg>
    </figure>
  );
}
