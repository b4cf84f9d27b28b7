/** Current state of forwarding: waiting records, the open batch, the last success and failure. */
import {
  CheckCircleFilled,
  MinusCircleOutlined,
  ReloadOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useDeliveryText } from '../../../i18n/delivery-text.ts';
import type { ForwardingStatus } from '../api/use-forwarding.ts';

const STATES: Readonly<Record<string, readonly [tone: StateTone, icon: ReactNode]>> = {
  off: ['neutral', <MinusCircleOutlined key="off" />],
  idle: ['good', <CheckCircleFilled key="idle" />],
  sending: ['info', <SyncOutlined key="sending" />],
  retrying: ['warning', <ReloadOutlined key="retrying" />],
  suspended: ['alarm', <StopOutlined key="suspended" />],
};

export function ForwardingFacts({ status }: { status: ForwardingStatus }) {
  const { t } = useTranslation('forwarding');
  const deliveryText = useDeliveryText();
  const [tone, icon] = STATES[status.state] ?? ['unknown', null];
  const batch = status.open_batch;
  const reason = (error: string | null) => (error === null ? '' : ` · ${deliveryText(error)}`);
  return (
    <section className="stack gap-8" aria-label={t('forwarding:facts.title')}>
      <h2 className="row">
        {t('forwarding:facts.title')}
        <StateTag tone={tone} icon={icon}>
          {status.state in STATES ? t(`forwarding:state.${status.state}`) : status.state}
        </StateTag>
      </h2>
      {status.state === 'suspended' && (
        <Alert type="error" showIcon title={t('forwarding:suspended')} />
      )}
      <Facts
        rows={[
          [t('forwarding:facts.waiting'), <bdi key="n">{status.waiting_records}</bdi>],
          [t('forwarding:facts.waiting-since'), <Moment key="at" at={status.waiting_since} />],
          [
            t('forwarding:facts.batch'),
            batch === null ? (
              '–'
            ) : (
              <span key="batch">
                <bdi className="code ltr breakable">{batch.batch_id}</bdi>
                <br />
                {t('forwarding:facts.batch-of', {
                  records: batch.records,
                  attempts: batch.attempts,
                })}
                {reason(batch.last_error)}
                {batch.last_error !== null && (
                  <>
                    <br />
                    {t('forwarding:facts.next')} <Moment at={batch.next_attempt_at} />
                  </>
                )}
              </span>
            ),
          ],
          [t('forwarding:facts.success'), <Moment key="ok" at={status.last_success_at} />],
          [
            t('forwarding:facts.failure'),
            <span key="failed">
              <Moment at={status.last_failure_at} />
              {reason(status.last_error)}
            </span>,
          ],
          [t('forwarding:facts.dead'), <bdi key="dead">{status.dead_batches}</bdi>],
        ]}
      />
    </section>
  );
}
