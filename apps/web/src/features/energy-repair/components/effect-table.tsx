/** Energy and fee of each changed day or month, before and after. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money } from '../../../components/values/money.tsx';
import { useCurrency } from '../../../lib/session/use-group-info.ts';
import type { Effect } from '../api/use-corrections.ts';

interface EffectTableProps {
  readonly effect: Effect;
  readonly of?: 'day' | 'month';
}

export function EffectTable({ effect, of = 'day' }: EffectTableProps) {
  const { t } = useTranslation('repair');
  const currency = useCurrency();
  const frame = useRef<HTMLDivElement>(null);
  useKeyboardScroll(frame);
  if (effect.days.length === 0) return <p role="status">{t('repair:effect.none')}</p>;
  const rows = [
    ...effect.days.map(({ date, before, after }) => ({
      head: <bdi className="ltr">{date}</bdi>,
      key: date,
      before,
      after,
    })),
  ];
  const cells = ({ before, after }: Pick<Effect, 'before' | 'after'>) => (
    <>
      <td data-label={t('repair:effect.energy-before')}>
        <EnergyAmount kwh={before.ept} />
      </td>
      <td className="is-strong" data-label={t('repair:effect.energy-after')}>
        <EnergyAmount kwh={after.ept} />
      </td>
      <td data-label={t('repair:effect.fee-before')}>
        <Money amount={before.fee} currency={currency} />
      </td>
      <td className="is-strong" data-label={t('repair:effect.fee-after')}>
        <Money amount={after.fee} currency={currency} />
      </td>
    </>
  );
  return (
    <div className="full shrink scroll-x" ref={frame}>
      <table className="plain-table repair__effect folds" aria-label={t('repair:effect.title')}>
        <thead>
          <tr>
            <th scope="col">{t(`repair:effect.${of}`)}</th>
            <th scope="col" className="is-amount">
              {t('repair:effect.energy-before')}
            </th>
            <th scope="col" className="is-amount">
              {t('repair:effect.energy-after')}
            </th>
            <th scope="col" className="is-amount">
              {t('repair:effect.fee-before')}
            </th>
            <th scope="col" className="is-amount">
              {t('repair:effect.fee-after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, before, after }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {cells({ before, after })}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{t('repair:effect.all')}</th>
              {cells(effect)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
