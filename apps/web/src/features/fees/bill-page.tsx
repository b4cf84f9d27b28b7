/** The bill of a settlement period, for one device or the whole customer; laid out for printing. */
import { PrinterOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Checkbox, Select, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { DeviceSelect } from '../../components/fields/device-select.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { useKeyboardScroll } from '../../components/use-keyboard-scroll.ts';
import { TotalMoney } from '../../components/values/money.tsx';
import { present } from '../../lib/address/search-params.ts';
import { ltrText } from '../../lib/formats/ltr-text.ts';
import { formatMoment } from '../../lib/formats/time-format.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { WhyDrawer } from '../energy-explanation/components/why-drawer.tsx';
import type { WhyOf } from '../energy-explanation/why-of.ts';
import { type Bill, periodsOf, useBill, useSettlement } from './api/use-settlement.ts';
import { BillAdjustments } from './components/bill-adjustments.tsx';
import { BillLines } from './components/bill-lines.tsx';
import { PeriodSpan, PeriodState } from './components/period-state.tsx';
import type { BillSearch } from './fees-search.ts';
import './fees.css';
import './bill.css';

export function BillPage() {
  const { t } = useTranslation('fees');
  const search = useSearch({ from: '/shell/bill' });
  const { start, device, lines } = search;
  const bill = useBill({ start, device, hasLines: lines === 'all' && device === undefined });
  return (
    <div className="bill stack">
      <BillTools search={search} />
      {bill.data !== undefined ? (
        <BillSheet bill={bill.data} device={device} hasLines={lines === 'all'} />
      ) : bill.error !== null ? (
        <ErrorState error={bill.error} onRetry={() => void bill.refetch()} />
      ) : (
        <section className="bill__sheet full surface scroll-x" aria-busy>
          <h1 className="visually-hidden">{t('fees:bill.title')}</h1>
          <Skeleton active paragraph={{ rows: 8 }} />
        </section>
      )}
    </div>
  );
}

function BillTools({ search }: { search: BillSearch }) {
  const { t } = useTranslation('fees');
  const navigate = useNavigate({ from: '/bill' });
  const settlement = useSettlement();
  const { start, device, lines } = search;
  const periods = settlement.data === undefined ? [] : periodsOf(settlement.data);
  const set = (part: { [K in keyof BillSearch]?: BillSearch[K] | undefined }) =>
    void navigate({ search: (old) => present({ ...old, ...part }), resetScroll: false });
  return (
    <div className="bill__tools row">
      <Select
        aria-label={t('fees:period.span')}
        value={start ?? settlement.data?.open.start ?? null}
        placeholder={t('fees:period.span')}
        options={periods.map((period) => ({
          value: period.start,
          label: ltrText(`${period.start} – ${period.end}`),
        }))}
        loading={settlement.isPending}
        style={{ minInlineSize: 220 }}
        onChange={(next: string | null) => set({ start: next ?? undefined })}
      />
      <DeviceSelect value={device} onChange={(next) => set({ device: next })} />
      {device === undefined && (
        <Checkbox
          checked={lines === 'all'}
          onChange={({ target }) => set({ lines: target.checked ? 'all' : undefined })}
        >
          {t('fees:bill.each-device')}
        </Checkbox>
      )}
      <Button
        type="primary"
        className="push"
        icon={<PrinterOutlined aria-hidden />}
        onClick={() => window.print()}
      >
        {t('fees:bill.print')}
      </Button>
    </div>
  );
}

interface BillSheetProps {
  readonly bill: Bill;
  readonly device: string | undefined;
  readonly hasLines: boolean;
}

function BillSheet({ bill, device, hasLines }: BillSheetProps) {
  const { t } = useTranslation('fees');
  const { user } = useRequiredSession();
  const currency = useCurrency();
  const fleet = useFleet();
  const name = fleet.data?.find(({ code }) => code === device)?.name;
  const sheet = useRef<HTMLElement>(null);
  const [why, setWhy] = useState<WhyOf>();
  useKeyboardScroll(sheet);
  const isCut = bill.lines.length < bill.line_count;
  const isEmpty = bill.sums.length === 0 && bill.adjustments.length === 0;
  return (
    <section
      ref={sheet}
      className="bill__sheet full surface scroll-x"
      aria-label={t('fees:bill.title')}
    >
      <header className="row align-start spread">
        <div>
          <p className="muted">
            <bdi>{user.customer_name ?? user.group_name}</bdi>
          </p>
          <h1>{t('fees:bill.title')}</h1>
          <p>
            {device === undefined ? (
              t('fees:bill.whole', { group: user.group_name })
            ) : (
              <>
                <bdi>{name ?? ''}</bdi> <span className="code ltr">{device}</span>
              </>
            )}
          </p>
        </div>
        <dl className="bill__facts stack gap-2">
          <div>
            <dt>{t('fees:period.span')}</dt>
            <dd>
              <PeriodSpan period={bill} />
            </dd>
          </div>
          <div>
            <dt>{t('fees:period.state')}</dt>
            <dd>
              <PeriodState state={bill.state} />
            </dd>
          </div>
          <div>
            <dt>{t('fees:bill.made')}</dt>
            <dd>
              <bdi className="ltr">{formatMoment(Date.now(), user.zone)}</bdi>
            </dd>
          </div>
        </dl>
      </header>
      {bill.state !== 'closed' && <p className="bill__note warn">{t('fees:bill.not-final')}</p>}
      {bill.total === null && <p className="bill__note warn">{t('fees:bill.no-total')}</p>}
      {isEmpty ? (
        <EmptyState title={t('fees:bill.empty')} body={t('fees:bill.empty-body')} />
      ) : (
        <>
          <BillLines
            caption={t('fees:bill.by-tariff')}
            lines={bill.sums}
            currency={currency}
            sum={{ ept: bill.ept, amount: bill.fee }}
            {...(device === undefined
              ? {}
              : { onWhy: () => setWhy({ device, start: bill.start, end: bill.end }) })}
          />
          {device === undefined && (
            <p className="faint text-tiny">{t('fees:bill.sums-of-rounded')}</p>
          )}
          {bill.adjustments.length > 0 && (
            <BillAdjustments bill={bill} currency={currency} onWhy={setWhy} />
          )}
          <p className="bill__total line spread">
            <span>{t('fees:bill.to-pay')}</span>
            <TotalMoney amount={bill.total} currency={currency} />
          </p>
          {hasLines && device === undefined && (
            <BillLines
              caption={t('fees:bill.by-device')}
              lines={bill.lines}
              currency={currency}
              hasDevices
              onWhy={(code) => setWhy({ device: code, start: bill.start, end: bill.end })}
              {...(isCut ? {} : { sum: { ept: bill.ept, amount: bill.fee } })}
            />
          )}
          {hasLines && isCut && (
            <p className="bill__note warn">
              {t('fees:bill.cut', { shown: bill.lines.length, all: bill.line_count })}
            </p>
          )}
          <p className="faint text-tiny">{t('fees:bill.rounding')}</p>
        </>
      )}
      <WhyDrawer of={why} onClose={() => setWhy(undefined)} />
    </section>
  );
}
