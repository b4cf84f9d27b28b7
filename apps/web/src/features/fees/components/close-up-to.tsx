/** Closes all ended periods up to one; names them and their number first. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { Alert, App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { TotalMoney } from '../../../components/values/money.tsx';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { type Period, useSettlementChanges } from '../api/use-settlement.ts';
import { PeriodSpan } from './period-state.tsx';

type Stopped = Answer<'v2.settlement.close-up-to'>['data']['stopped'];

interface CloseUpToProps {
  /** Newest first. */
  readonly ended: readonly Period[];
  readonly currency: string;
  readonly onClose: () => void;
}

export function CloseUpTo({ ended, currency, onClose }: CloseUpToProps) {
  const { t } = useTranslation('fees');
  const { message } = App.useApp();
  const { closeUpTo, take } = useSettlementChanges();
  const [last, setLast] = useState(ended[0]?.start ?? '');
  const [stopped, setStopped] = useState<Stopped>(null);
  const periods = ended.filter(({ start }) => start <= last).toReversed();
  return (
    <FormDialog
      title={t('fees:settlement.close-all-title')}
      saveLabel={t('fees:settlement.close-all-do', { count: periods.length })}
      isBlocked={periods.length === 0}
      onSave={() => closeUpTo.mutateAsync({ body: { start: last } })}
      onSaved={(answer) => {
        take(answer);
        const { closed_now: closed, stopped: at } = answer.data;
        if (closed.length > 0) {
          message.success(t('fees:settlement.closed-all', { count: closed.length }));
        }
        // The dialog stays open to say why the remaining periods are not closed.
        setStopped(at);
        if (at === null) onClose();
      }}
      onClose={onClose}
    >
      <FormSelect
        label={t('fees:settlement.up-to')}
        options={ended.map(({ start, end }) => ({
          value: start,
          label: ltrText(`${start} – ${end}`),
        }))}
        value={last}
        onChange={(start) => {
          setStopped(null);
          setLast(start);
        }}
      />
      <ol className="close-up-to stack gap-4" aria-label={t('fees:settlement.periods')}>
        {periods.map((period) => (
          <li key={period.start} className="line spread">
            <PeriodSpan period={period} />
            <TotalMoney amount={period.total} currency={currency} />
          </li>
        ))}
      </ol>
      <p>{t('fees:settlement.close-body')}</p>
      {periods.some(({ provisional }) => provisional) && stopped === null && (
        <Alert type="warning" showIcon role="note" title={t('fees:settlement.provisional-some')} />
      )}
      {stopped !== null && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('fees:settlement.stopped', {
            period: ltrText(`${stopped.start} – ${stopped.end}`),
          })}
          description={t(`errors:reason.${stopped.reason as 'period-unpriced'}`)}
        />
      )}
    </FormDialog>
  );
}
