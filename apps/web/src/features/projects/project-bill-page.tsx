/** Printable bill of a project's devices for one settlement period. */
import { PrinterOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Select, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { useKeyboardScroll } from '../../components/use-keyboard-scroll.ts';
import { TotalMoney } from '../../components/values/money.tsx';
import { present } from '../../lib/address/search-params.ts';
import { ltrText } from '../../lib/formats/ltr-text.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { WhyDrawer } from '../energy-explanation/components/why-drawer.tsx';
import type { WhyOf } from '../energy-explanation/why-of.ts';
import { type Bill, periodsOf, useSettlement } from '../fees/api/use-settlement.ts';
import { BillAdjustments } from '../fees/components/bill-adjustments.tsx';
import { BillLines } from '../fees/components/bill-lines.tsx';
import { PeriodSpan, PeriodState } from '../fees/components/period-state.tsx';
import { useProjectBill } from './api/use-project-ledger.ts';
import type { Project } from './api/use-projects.ts';
import { ProjectFrame } from './components/project-frame.tsx';
import '../fees/fees.css';
import '../fees/bill.css';

export function ProjectBillPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.bill')} section="view" tools={<BillTools />}>
      {(project) => <ProjectBill key={project.id} project={project} />}
    </ProjectFrame>
  );
}

function BillTools() {
  const { t } = useTranslation('fees');
  const { start } = useSearch({ from: '/shell/project-view-bill' });
  const navigate = useNavigate({ from: '/project-view-bill' });
  const settlement = useSettlement();
  const periods = settlement.data === undefined ? [] : periodsOf(settlement.data);
  return (
    <>
      <Select
        aria-label={t('fees:period.span')}
        value={start ?? settlement.data?.open.start ?? null}
        placeholder={t('fees:period.span')}
        loading={settlement.isPending}
        options={periods.map((period) => ({
          value: period.start,
          label: ltrText(`${period.start} – ${period.end}`),
        }))}
        style={{ minInlineSize: 220 }}
        onChange={(next: string | null) =>
          void navigate({ search: (old) => present({ ...old, start: next ?? undefined }) })
        }
      />
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        {t('fees:bill.print')}
      </Button>
    </>
  );
}

function ProjectBill({ project }: { project: Project }) {
  const { start } = useSearch({ from: '/shell/project-view-bill' });
  const bill = useProjectBill(project.id, start);
  if (bill.data !== undefined) return <Sheet project={project} bill={bill.data} />;
  return bill.error === null ? (
    <div className="panel" aria-busy>
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  ) : (
    <ErrorState error={bill.error} onRetry={() => void bill.refetch()} />
  );
}

function Sheet({ project, bill }: { project: Project; bill: Bill }) {
  const { t } = useTranslation(['projects', 'fees']);
  const currency = useCurrency();
  const sheet = useRef<HTMLElement>(null);
  const [why, setWhy] = useState<WhyOf>();
  useKeyboardScroll(sheet);
  const isCut = bill.lines.length < bill.line_count;
  return (
    <section
      ref={sheet}
      className="bill__sheet full surface scroll-x"
      aria-label={t('fees:bill.title')}
    >
      <header className="row align-start spread">
        <div>
          <p className="muted">
            <bdi>{project.name}</bdi>
          </p>
          <h2 className="text-figure">{t('fees:bill.title')}</h2>
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
        </dl>
      </header>
      {bill.state !== 'closed' && <p className="bill__note warn">{t('fees:bill.not-final')}</p>}
      {bill.total === null && <p className="bill__note warn">{t('fees:bill.no-total')}</p>}
      {bill.sums.length === 0 && bill.adjustments.length === 0 ? (
        <EmptyState title={t('fees:bill.empty')} body={t('fees:bill.empty-body')} />
      ) : (
        <>
          <BillLines
            caption={t('fees:bill.by-tariff')}
            lines={bill.sums}
            currency={currency}
            sum={{ ept: bill.ept, amount: bill.fee }}
          />
          {bill.adjustments.length > 0 && (
            <BillAdjustments bill={bill} currency={currency} onWhy={setWhy} />
          )}
          <p className="bill__total line spread">
            <span>{t('fees:bill.to-pay')}</span>
            <TotalMoney amount={bill.total} currency={currency} />
          </p>
          <BillLines
            caption={t('fees:bill.by-device')}
            lines={bill.lines}
            currency={currency}
            hasDevices
            onWhy={(code) => setWhy({ device: code, start: bill.start, end: bill.end })}
            {...(isCut ? {} : { sum: { ept: bill.ept, amount: bill.fee } })}
          />
          {isCut && (
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
