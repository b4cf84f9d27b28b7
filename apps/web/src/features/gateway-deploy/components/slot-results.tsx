/** Results of the last change, per slot. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useCommandReason } from '../../../device-kit/use-command-reason.ts';
import type { SlotResult } from '../api/use-gateway-slots.ts';
import type { GatewaySlot } from '../slot-plan.ts';

interface SlotResultsProps {
  readonly results: readonly SlotResult[];
  readonly slots: readonly GatewaySlot[];
}

export function SlotResults({ results, slots }: SlotResultsProps) {
  const { t } = useTranslation('gateway-slots');
  return (
    <section className="slot-results stack gap-8" aria-label={t('gateway-slots:result.title')}>
      <h2>{t('gateway-slots:result.title')}</h2>
      <ul className="stack gap-4">
        {results.map((result) => (
          <Line key={result.slot} result={result} slot={slots.find(({ ad }) => ad === result.ad)} />
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly result: SlotResult;
  /** Current slot of the slave. */
  readonly slot: GatewaySlot | undefined;
}

function Line({ result, slot }: LineProps) {
  const { t } = useTranslation('gateway-slots');
  const reason = useCommandReason(result.reason);
  const isSent = result.reason === null;
  const status =
    slot !== undefined && `s${slot.slot}` === result.slot && slot.enabled === (result.en === 1);
  return (
    <li className="row align-baseline gap-text" data-tone={isSent ? 'good' : 'bad'}>
      {isSent ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
      <span>
        <bdi>{slot?.device?.device_name ?? t('gateway-slots:address', { address: result.ad })}</bdi>
        {': '}
        {t(result.en === 1 ? 'gateway-slots:result.to' : 'gateway-slots:result.to-disabled', {
          slot: result.slot.slice(1),
        })}
      </span>
      <span>
        {isSent
          ? t(status ? 'gateway-slots:result.stands' : 'gateway-slots:result.sent')
          : (reason ?? result.msg)}
      </span>
    </li>
  );
}
