/** Names the closed periods for which a change creates an adjustment. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettlement } from '../../fees/api/use-settlement.ts';
import type { Effect } from '../api/use-corrections.ts';

export function ClosedNote({ effect }: { effect: Effect }) {
  const { t } = useTranslation('repair');
  const settlement = useSettlement();
  const closed = (settlement.data?.closed ?? []).filter(({ start, end }) =>
    effect.days.some(({ date }) => date >= start && date <= end),
  );
  if (closed.length === 0) return null;
  const periods = closed.map(({ start, end }) => ltrText(`${start} – ${end}`)).join(', ');
  return (
    <Alert
      type="warning"
      showIcon
      role="note"
      title={t('repair:closed', { count: closed.length, periods })}
    />
  );
}
