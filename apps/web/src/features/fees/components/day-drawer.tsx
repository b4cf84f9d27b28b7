/**
 * Why this number: what a day's energy and fee are made of, which tariff made them, what may still
 * change them, and the way to the readings they rest on.
 */
import { Link } from '@tanstack/react-router';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/energy-amount.tsx';
import { Money } from '../../../components/money.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { ltrText } from '../../../lib/ltr-text.ts';
import type { EnergyDay } from '../api/use-energy-days.ts';
import { BAND_FIELDS } from '../bands.ts';

export interface DayDrawerProps {
  /** Undefined: closed. */
  readonly day: EnergyDay | undefined;
  readonly currency: string;
  readonly onClose: () => void;
}

export function DayDrawer({ day, currency, onClose }: DayDrawerProps) {
  const { t } = useTranslation('fees');
  const { direction } = useLanguage();
  return (
    <Drawer
      open={day !== undefined}
      onClose={onClose}
      placement={direction === 'rtl' ? 'left' : 'right'}
      size={440}
      title={day === undefined ? '' : t('fees:why.title', { date: ltrText(day.date) })}
    >
      {day !== undefined && <DayStory day={day} currency={currency} />}
    </Drawer>
  );
}

function DayStory({ day, currency }: { day: EnergyDay; currency: string }) {
  const { t } = useTranslation('fees');
  return (
    <div className="day-story">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('fees:column.band')}</th>
            <th scope="col" className="is-amount">
              {t('fees:energy')}
            </th>
            <th scope="col" className="is-amount">
              {t('fees:fee')}
            </th>
          </tr>
        </thead>
        <tbody>
          {BAND_FIELDS.map((field) => (
            <tr key={field.band}>
              <th scope="row">{t(`fees:band.${field.band}`)}</th>
              <td>
                <EnergyAmount kwh={day[field.energy]} />
              </td>
              <td>
                <Money amount={day[field.fee]} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('fees:sum.all')}</th>
            <td>
              <EnergyAmount kwh={day.ept} />
            </td>
            <td>
              <Money amount={day.fee} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      <ul className="day-story__reasons">
        <li>
          {day.rate_name === null
            ? t('fees:why.no-tariff')
            : t('fees:why.tariff', { name: day.rate_name, version: day.rate_version ?? 1 })}
        </li>
        <li>{t('fees:why.rounding')}</li>
        <li>{t(day.provisional ? 'fees:provisional-why' : 'fees:why.final')}</li>
        {day.estimated && <li>{t('fees:estimated-why')}</li>}
      </ul>
      <Link
        to="/device"
        search={{
          device: day.device_code,
          tab: 'history',
          range: 'custom',
          from: `${day.date} 00:00:00`,
          to: `${day.date} 23:59:59`,
        }}
      >
        {t('fees:why.readings')}
      </Link>
    </div>
  );
}
