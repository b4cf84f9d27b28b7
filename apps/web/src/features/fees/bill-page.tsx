/** The bill of a settlement period, for one device or the whole customer. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Link, useSearch } from '@tanstack/react-router';
import { Checkbox, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { DeviceSelect } from '../../components/fields/device-select.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { type Bill, useBill } from './api/use-settlement.ts';
import { BillComparisonPanel } from './components/bill-comparison.tsx';
import { BillSheet } from './components/bill-sheet.tsx';
import { PeriodSelect, PrintButton } from './components/bill-tools.tsx';

export function BillPage() {
  const { t } = useTranslation('fees');
  const { search, set } = useListSearch(useSearch({ from: '/shell/bill' }));
  const { start, device, lines } = search;
  const hasLines = lines === 'all';
  const bill = useBill({ start, device, hasLines: hasLines && device === undefined });
  return (
    <div className="bill stack">
      <div className="bill__tools row">
        <PeriodSelect value={start} onChange={(next) => set({ start: next })} />
        <DeviceSelect value={device} onChange={(next) => set({ device: next })} />
        {device === undefined && (
          <Checkbox
            checked={hasLines}
            onChange={({ target }) => set({ lines: target.checked ? 'all' : undefined })}
          >
            {t('fees:bill.each-device')}
          </Checkbox>
        )}
        {bill.data?.state === 'closed' && (
          <Link to="/bills" search={{ start: bill.data.start }}>
            {t('fees:bills.open')}
          </Link>
        )}
        <PrintButton type="primary" className="push" />
      </div>
      {bill.data !== undefined ? (
        <CustomerBill bill={bill.data} device={device} hasLines={hasLines} />
      ) : bill.error !== null ? (
        <ErrorState error={bill.error} onRetry={() => void bill.refetch()} />
      ) : (
        <section className="bill__sheet full surface scroll-x" aria-busy>
          <PageHeading />
          <Skeleton active paragraph={{ rows: 8 }} />
        </section>
      )}
    </div>
  );
}

interface CustomerBillProps {
  readonly bill: Bill;
  readonly device: string | undefined;
  readonly hasLines: boolean;
}

function CustomerBill({ bill, device, hasLines }: CustomerBillProps) {
  const { t } = useTranslation('fees');
  const { user } = useRequiredSession();
  const fleet = useFleet();
  const name = fleet.data?.find(({ code }) => code === device)?.name;
  return (
    <BillSheet
      bill={bill}
      customer={user.customer_name ?? user.group_name}
      device={device}
      hasLines={hasLines}
      heading={
        <>
          <PageHeading isVisible />
          <p>
            {device === undefined ? (
              t('fees:bill.whole', { group: user.group_name })
            ) : (
              <>
                <bdi>{name ?? ''}</bdi> <span className="code ltr">{device}</span>
              </>
            )}
          </p>
        </>
      }
      facts={[
        [
          t('fees:bill.made'),
          <bdi key="made" className="ltr">
            {formatMoment(Date.now(), user.zone)}
          </bdi>,
        ],
      ]}
      comparison={<BillComparisonPanel start={bill.start} device={device} />}
      note={
        device === undefined && <p className="faint text-tiny">{t('fees:bill.sums-of-rounded')}</p>
      }
    />
  );
}
