/** The settlement periods with what they came to; one that is over can be closed. */
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/energy-amount.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Money } from '../../../components/money.tsx';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';
import type { Period } from '../api/use-settlement.ts';
import { PeriodSpan, PeriodState } from './period-state.tsx';

export interface PeriodTableProps {
  readonly periods: readonly Period[];
  readonly currency: string;
  readonly onClose: (period: Period) => void;
}

export function PeriodTable({ periods, currency, onClose }: PeriodTableProps) {
  const { t } = useTranslation('fees');
  const frame = useRef<HTMLElement>(null);
  useKeyboardScroll(frame);
  return (
    <section ref={frame} className="table-frame" aria-label={t('fees:settlement.periods')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('fees:period.span')}</th>
            <th scope="col">{t('fees:period.state')}</th>
            <th scope="col">{t('fees:energy')}</th>
            <th scope="col">{t('fees:fee')}</th>
            <th scope="col">{t('fees:bill.adjustments')}</th>
            <th scope="col">{t('fees:bill.total')}</th>
            <th scope="col">{t('fees:period.closed-at')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('fees:period.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <tr key={period.start}>
              <th scope="row">
                <PeriodSpan period={period} />
              </th>
              <td>
                <PeriodState state={period.state} />
              </td>
              <td>
                <EnergyAmount kwh={period.ept} />
              </td>
              <td>
                <Money amount={period.fee} currency={currency} />
              </td>
              <td>
                <Money amount={period.adjustment} currency={currency} />
              </td>
              <td className="is-strong">
                <Money amount={period.total} currency={currency} />
              </td>
              <td>
                {period.closed_at === null ? (
                  '–'
                ) : (
                  <>
                    <Moment at={period.closed_at} />{' '}
                    <bdi>
                      {period.closed_by === '' ? t('fees:period.by-platform') : period.closed_by}
                    </bdi>
                  </>
                )}
              </td>
              <td>
                <span className="row-actions">
                  <Link to="/bill" search={{ start: period.start }}>
                    {t('fees:bill.open')}
                  </Link>
                  {period.state === 'ended' && (
                    <Button size="small" onClick={() => onClose(period)}>
                      {t('fees:settlement.close')}
                    </Button>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
