/** Notice for administrators while the daily messages approach or exceed the agreed number. */

import { formatCount } from '@busbar/domain/formats/number-format';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export function MessageUse() {
  const { t } = useTranslation('users');
  const { tag } = useLanguage();
  const { data } = useCallQuery('v2.message-use', {}, { select: (answer) => answer.data });
  if (data === undefined || data.most === null || data.mark === 0) return null;
  const texts = {
    messages: formatCount(data.messages, tag),
    most: formatCount(data.most, tag),
  };
  const isOver = data.mark === 100;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t(isOver ? 'users:message-use.over' : 'users:message-use.near', texts)}
      description={t('users:message-use.kept')}
    />
  );
}
