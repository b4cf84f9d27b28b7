/** Columns of the list of days with estimated energy. */
import { ClockCircleOutlined, LockFilled } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../components/states/state-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { EnergyAmount } from '../../components/values/energy-amount.tsx';
import { PATHS } from '../../config/paths.ts';
import { present } from '../../lib/address/search-params.ts';
import { StepKindTag } from '../energy-explanation/components/step-kind-tag.tsx';
import { type ShownKind, STEP_KINDS } from '../energy-explanation/step-kind.ts';
import { unitOf, useAmountText } from '../energy-explanation/use-step-texts.ts';
import type { EstimatedDay } from './api/use-estimates.ts';
import type { RepairSearch } from './repair-search.ts';

/** The address of the correction of a device and day; it keeps the filters of the list. */
export const correctionOf =
  ({ device_code: device, date }: EstimatedDay) =>
  (old: RepairSearch): RepairSearch =>
    present({ ...old, view: undefined, device, start: date, end: date, channel: undefined });

const kindsOf = ({ kinds }: EstimatedDay): ShownKind[] =>
  STEP_KINDS.filter((kind) => kinds.includes(kind));

export function useEstimateColumns(): DataColumn<EstimatedDay>[] {
  const { t } = useTranslation(['repair', 'explanation', 'fees']);
  const decisionText = useDecision();
  const actionOf = ({ correction }: EstimatedDay) =>
    t(correction === null ? 'repair:correct' : 'repair:estimates.show');
  return [
    {
      key: 'date',
      title: t('fees:column.date'),
      value: (row) => row.date,
      isLtr: true,
    },
    {
      key: 'device',
      title: t('fees:column.device'),
      value: (row) => row.device_name,
      render: (row) => <bdi>{row.device_name}</bdi>,
      isTitle: true,
    },
    {
      key: 'code',
      title: t('fees:column.code'),
      value: (row) => row.device_code,
      render: (row) => <span className="code">{row.device_code}</span>,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'why',
      title: t('repair:estimates.why'),
      value: (row) =>
        kindsOf(row)
          .map((kind) => t(`explanation:kind.${kind}`))
          .join(', '),
      render: (row) => (
        <span className="row inline gap-text">
          {kindsOf(row).map((kind) => (
            <StepKindTag key={kind} kind={kind} />
          ))}
          {kindsOf(row).length === 0 && '–'}
        </span>
      ),
    },
    {
      key: 'estimated',
      title: t('repair:estimates.estimated'),
      value: (row) => row.ept_estimated,
      render: (row) => <EnergyAmount kwh={row.ept_estimated} />,
      align: 'end',
    },
    {
      key: 'energy',
      title: t('repair:estimates.of-day'),
      value: (row) => row.ept,
      render: (row) => <EnergyAmount kwh={row.ept} />,
      align: 'end',
    },
    {
      key: 'period',
      title: t('fees:period.span'),
      value: (row) => t(`repair:estimates.period.${row.closed ? 'closed' : 'open'}`),
      render: (row) => <PeriodTag isClosed={row.closed} />,
    },
    {
      key: 'correction',
      title: t('repair:estimates.correction'),
      value: decisionText,
      render: (row) => <bdi title={row.correction?.reason}>{decisionText(row) || '–'}</bdi>,
    },
    {
      key: 'action',
      title: t('repair:steps.action'),
      value: () => '',
      render: (row) => (
        <Link
          from={PATHS.energyRepair}
          to={PATHS.energyRepair}
          search={correctionOf(row)}
          aria-label={t('repair:estimates.open-of', {
            action: actionOf(row),
            day: row.date,
            device: row.device_name,
          })}
        >
          {actionOf(row)}
        </Link>
      ),
      isForScreenOnly: true,
      isPinned: true,
    },
  ];
}

/** A correction of a closed period becomes an adjustment of the bill that is running. */
function PeriodTag({ isClosed }: { isClosed: boolean }) {
  const { t } = useTranslation(['repair', 'fees']);
  return (
    <StateTag
      tone={isClosed ? 'neutral' : 'info'}
      icon={isClosed ? <LockFilled /> : <ClockCircleOutlined />}
      isPlain
      {...(isClosed && { title: t('fees:period.closed-why') })}
    >
      {t(`repair:estimates.period.${isClosed ? 'closed' : 'open'}`)}
    </StateTag>
  );
}

function useDecision(): (row: EstimatedDay) => string {
  const { t } = useTranslation('repair');
  const { energy } = useAmountText();
  return ({ correction }) => {
    if (correction === null) return '';
    return correction.decision === 'set'
      ? t('repair:decision.set-to', { energy: energy(correction.energy ?? 0, unitOf('')) })
      : t(`repair:decision.${correction.decision === 'count' ? 'count' : 'ignore'}`);
  };
}
