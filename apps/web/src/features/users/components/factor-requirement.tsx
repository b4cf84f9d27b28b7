/** Second factor requirement for administrators: state, how many have none, who can change it. */
import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useFactorRequirement } from '../api/use-factor-requirement.ts';
import { RequirementDialog } from './requirement-dialog.tsx';

export function FactorRequirement() {
  const { t } = useTranslation('users');
  const { data } = useFactorRequirement();
  const [isConfirming, setConfirming] = useState(false);
  if (data === undefined) return null;
  const { required, administrators, lacking, own, changeable } = data;
  return (
    <section className="row panel below" aria-label={t('users:requirement.title')}>
      <SafetyCertificateOutlined aria-hidden />
      <p className="grow-wide">
        <strong>{t(required ? 'users:requirement.on' : 'users:requirement.off')}</strong>{' '}
        {t('users:requirement.without', { administrators, lacking })}
        {changeable && !own && (
          <>
            {' '}
            {t('users:requirement.own-first')}{' '}
            <Link className="underlined" to={PATHS.account}>
              {t('users:requirement.own-link')}
            </Link>
          </>
        )}
      </p>
      {changeable && own && (
        <Button onClick={() => setConfirming(true)}>
          {t(required ? 'users:requirement.stop' : 'users:requirement.require')}
        </Button>
      )}
      {isConfirming && (
        <RequirementDialog requirement={data} onClose={() => setConfirming(false)} />
      )}
    </section>
  );
}
