/** Explains why a user of a sub-group cannot act on the customer as a whole. */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';

/** Renders nothing for users of the root group. */
export function RootGroupNote() {
  const { t } = useTranslation('errors');
  if (useIsInRootGroup()) return null;
  return <Alert type="info" showIcon role="note" title={t('errors:reason.root-group-required')} />;
}
