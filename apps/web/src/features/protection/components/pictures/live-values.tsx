/** Current measurements next to the name of each curve; grey and hatched if they are late. */
import { useTranslation } from 'react-i18next';
import { Age } from '../../../../components/values/age.tsx';
import { ValueWithUnit } from '../../../../components/values/value-with-unit.tsx';
import { QUANTITY_DIGITS, QUANTITY_UNIT, type Quantity } from '../../pictures.ts';
import type { ShownCurve } from './recent-curves.tsx';

interface LiveValuesProps {
  quantity: Quantity;
  curves: readonly ShownCurve[];
  /** Measurement time, ms; null before the first reading. */
  at: number | null;
  /** Age from which the values count as late. */
  lateAfterMs: number;
}

export function LiveValues({ quantity, curves, at, lateAfterMs }: LiveValuesProps) {
  const { t } = useTranslation('protection');
  return (
    <div className="live-values row align-baseline gap-text">
      <h2>{t(`protection:picture.${quantity}`)}</h2>
      <ul className="row gap-text">
        {curves.map(({ line, color, now }) => (
          <li key={line} className="line align-baseline gap-4">
            <span className="live-values__key" style={{ background: color }} aria-hidden="true" />
            {line !== 'total' && <span>{line.toUpperCase()}</span>}
            <strong>
              <ValueWithUnit
                value={now}
                unit={QUANTITY_UNIT[quantity]}
                digits={QUANTITY_DIGITS[quantity]}
                at={at}
                lateAfterMs={lateAfterMs}
              />
            </strong>
          </li>
        ))}
      </ul>
      {at !== null && (
        <span className="muted text-tiny push">
          <Age at={at} />
        </span>
      )}
    </div>
  );
}
