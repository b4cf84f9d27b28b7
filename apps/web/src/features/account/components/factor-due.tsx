/** Explains why only the second factor can be set up, and lets the user continue after that. */
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { setSecondFactorDue } from '../../../lib/session/session.ts';

/** `isOn`: the second factor was enabled, in this window or another. */
export function FactorDue({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('account');
  if (!isOn) {
    return (
      <Alert
        type="warning"
        showIcon
        role="status"
        title={t('account:due.title')}
        description={t('account:due.about')}
      />
    );
  }
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('account:due.done')}
      description={t('account:due.done-about')}
      action={<Button onClick={() => setSecondFactorDue(false)}>{t('account:go-on')}</Button>}
    />
  );
}
