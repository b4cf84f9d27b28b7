/** Day of the month on which a settlement period starts; a change applies from the next period. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { App, Button } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useIsInRootGroup } from '../../../lib/session/use-may.ts';
import { type Settlement, useSettlementChanges } from '../api/use-settlement.ts';

const FIRST_DAY = 1;
/** The last day that exists in every month. */
const LAST_DAY = 28;

export function SettlementDay({ settlement }: { settlement: Settlement }) {
  const { t } = useTranslation('fees');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { change, take } = useSettlementChanges();
  const isInRootGroup = useIsInRootGroup();
  const id = useId();
  const [day, setDay] = useState<number | null>(settlement.settlement_day);
  useEffect(() => setDay(settlement.settlement_day), [settlement.settlement_day]);
  const isDay = day !== null && Number.isInteger(day) && day >= FIRST_DAY && day <= LAST_DAY;
  const problem = change.error === null ? undefined : errorText(change.error);
  const save = () => {
    if (!isDay) return;
    change.mutate(
      { body: { settlement_day: day } },
      {
        onSuccess: (answer) => {
          take(answer);
          message.success(t('fees:settlement.saved', { date: ltrText(answer.data.next_start) }));
        },
      },
    );
  };
  return (
    <form
      className="settlement-day row"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor={id}>{t('fees:settlement.day')}</label>
      <NumberField
        id={id}
        label={t('fees:settlement.day')}
        value={day}
        precision={0}
        disabled={!isInRootGroup}
        status={isDay ? '' : 'error'}
        aria-invalid={!isDay}
        aria-describedby={`${id}-said`}
        onChange={(next) => {
          change.reset();
          setDay(next);
        }}
      />
      <Button
        type="primary"
        htmlType="submit"
        disabled={!isInRootGroup || !isDay || day === settlement.settlement_day}
        loading={change.isPending}
      >
        {t('fees:settlement.save')}
      </Button>
      <p
        className="hint full"
        id={`${id}-said`}
        data-wrong={!isDay || problem !== undefined}
        role="status"
      >
        {problem ??
          (isDay
            ? t('fees:settlement.from', { date: ltrText(settlement.next_start) })
            : t('fees:settlement.wrong'))}
      </p>
    </form>
  );
}
