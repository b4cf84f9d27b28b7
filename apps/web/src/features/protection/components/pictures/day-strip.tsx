/** Timing slots over 24 hours of the device's clock: each command and the resulting position. */
import type { Values } from '@busbar/domain/protection/definition';
import { useTranslation } from 'react-i18next';
import { commandsOfDay, DAY_MINUTES, spansOfDay } from '../../day-plan.ts';

const WIDTH = 480;
const x = (minute: number) => 10 + (minute / DAY_MINUTES) * (WIDTH - 20);
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24] as const;
const BAND = { y: 44, height: 24 } as const;

export function DayStrip({ values }: { values: Values }) {
  const { t } = useTranslation('protection');
  const isOn = values['enabled'] === true;
  const commands = commandsOfDay(values);
  const texts = commands.map(
    ({ minute, command }) => `${clock(minute)} ${t(`protection:timer.${command}`)}`,
  );
  const label = !isOn
    ? t('protection:day.off')
    : commands.length === 0
      ? t('protection:day.none')
      : texts.join(', ');
  return (
    <figure className="day-strip panel bleed" data-off={!isOn}>
      <figcaption>{t('protection:day.title')}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} 118`} direction="ltr" role="img" aria-label={label}>
        <rect
          className="day-strip__ground"
          x={x(0)}
          y={BAND.y}
          width={x(DAY_MINUTES) - x(0)}
          height={BAND.height}
          rx={3}
        />
        {spansOfDay(commands).map(({ from, to, position }) => (
          <g key={from} className="day-strip__span" data-position={position}>
            <rect x={x(from)} y={BAND.y} width={x(to) - x(from)} height={BAND.height} />
            {to - from >= 150 && (
              <text x={(x(from) + x(to)) / 2} y={BAND.y + 16} textAnchor="middle">
                {t(`protection:contact.${position}`)}
              </text>
            )}
          </g>
        ))}
        {commands.map(({ slot, minute, command }) => (
          <g key={slot} className="day-strip__order" data-order={command}>
            <path d={`M${x(minute)} 30V${BAND.y + BAND.height}`} />
            <circle cx={x(minute)} cy={22} r="9" />
            <text x={x(minute)} y={26} textAnchor="middle">
              {slot}
            </text>
          </g>
        ))}
        {HOURS.map((hour) => (
          <text key={hour} x={x(hour * 60)} y={86} textAnchor="middle">
            {String(hour).padStart(2, '0')}
          </text>
        ))}
        <text className="day-strip__note" x={10} y={110}>
          {commands.length === 0 || !isOn ? label : t('protection:day.note')}
        </text>
      </svg>
    </figure>
  );
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
