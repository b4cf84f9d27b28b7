/** Printable bill of a settlement period, by user and time period. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money, TotalMoney } from '../../../components/values/money.tsx';
import { useCurrency } from '../../../lib/session/use-group-info.ts';
import { type TowerBill, type UserBill, useTowerBill } from '../api/use-towers.ts';

export function TowerBillPanel({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('towers');
  const [start, setStart] = useState<string>();
  const { data: bill, error, refetch } = useTowerBill(id, start);
  const currency = useCurrency();
  if (bill === undefined) return <QueryState query={{ error, refetch }} lines={6} />;
  return (
    <div className="stack">
      <div className="tower-bill__head row align-end gap-wide">
        <FormSelect
          label={t('towers:bill.period')}
          value={bill.start}
          options={bill.starts.toReversed().map((day) => ({ value: day, label: day }))}
          onChange={setStart}
        />
        <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('towers:bill.print')}
        </Button>
      </div>
      <h3>
        <bdi>{name}</bdi> ·{' '}
        <span className="ltr">
          {bill.start} – {bill.end}
        </span>{' '}
        · {t(`towers:bill.state.${bill.state}`)}
      </h3>
      {bill.users.length === 0 ? (
        <EmptyState title={t('towers:bill.none')} body={t('towers:bill.none-body')} />
      ) : (
        <>
          {bill.users.map((user) => (
            <UserTable key={user.slot} user={user} currency={currency} />
          ))}
          <Totals bill={bill} currency={currency} />
        </>
      )}
    </div>
  );
}

function UserTable({ user, currency }: { user: UserBill; currency: string }) {
  const { t } = useTranslation('towers');
  const isThinned = user.unshared.ept !== 0 || user.unshared.fee !== 0;
  const rows = [
    ...user.periods.map(({ begin, end, valid, ept, fee }, at) => ({
      key: `${at}`,
      label: (
        <>
          {t('towers:bill.time-period', { number: at + 1 })}{' '}
          <span className="ltr">
            {begin}–{end}
          </span>
          {!valid && ` (${t('towers:period.invalid')})`}
        </>
      ),
      ept,
      fee,
    })),
    { key: 'outside', label: t('towers:bill.outside'), ...user.outside },
    ...(isThinned ? [{ key: 'unshared', label: t('towers:bill.unshared'), ...user.unshared }] : []),
  ];
  return (
    <table className="plain-table tower-bill__table">
      <caption>
        <bdi>{user.name}</bdi>{' '}
        <bdi className="code ltr tower-bill__codes muted text-tiny plain">
          {user.device_codes.join(', ')}
        </bdi>
        {user.provisional && (
          <span className="tower-bill__note muted text-tiny plain">
            {t('towers:bill.provisional')}
          </span>
        )}
        {user.changed && (
          <span className="tower-bill__note muted text-tiny plain">{t('towers:bill.changed')}</span>
        )}
        {isThinned && (
          <span className="tower-bill__note muted text-tiny plain">
            {t('towers:bill.unshared-about')}
          </span>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('towers:bill.part')}</th>
          <th scope="col" className="is-amount">
            {t('towers:bill.energy')}
          </th>
          <th scope="col" className="is-amount">
            {t('towers:bill.fee')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, ept, fee }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <EnergyAmount kwh={ept} />
            </td>
            <td>
              <Money amount={fee} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('towers:bill.sum')}</th>
          <td>
            <EnergyAmount kwh={user.ept} />
          </td>
          <td>
            <Money amount={user.fee} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function Totals({ bill, currency }: { bill: TowerBill; currency: string }) {
  const { t } = useTranslation('towers');
  return (
    <table className="plain-table tower-bill__table">
      <caption>{t('towers:bill.tower')}</caption>
      <tbody>
        <tr>
          <th scope="row">{t('towers:bill.all-users')}</th>
          <td>
            <EnergyAmount kwh={bill.ept} />
          </td>
          <td className="is-strong">
            <TotalMoney amount={bill.fee} currency={currency} />
          </td>
        </tr>
        {bill.input_ept !== null && bill.rest_ept !== null && (
          <>
            <tr>
              <th scope="row">{t('towers:bill.input')}</th>
              <td>
                <EnergyAmount kwh={bill.input_ept} />
              </td>
              <td />
            </tr>
            <tr>
              <th scope="row">{t('towers:bill.rest')}</th>
              <td>
                <EnergyAmount kwh={bill.rest_ept} />
              </td>
              <td />
            </tr>
          </>
        )}
      </tbody>
    </table>
  );
}
