/** Second factor requirement for administrators: state, how many have none, who can change it. */
import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { type Requirement, useFactorRequirement } from '../api/use-factor-requirement.ts';
import { RequirementDialog } from './requirement-dialog.tsx';

/** Contents of the hidden row that keeps the place of the answer while it loads. */
const USUAL: Requirement = {
  required: false,
  administrators: 1,
  lacking: 1,
  own: false,
  changeable: true,
};

export function FactorRequirement() {
  const { t } = useTranslation('users');
  const { data, isPending } = useFactorRequirement();
  const [isConfirming, setConfirming] = useState(false);
  if (data === undefined && !isPending) return null;
  const { required, administrators, lacking, own, changeable } = data ?? USUAL;
  return (
    <section
      className="row panel below"
      aria-label={t('users:requirement.title')}
      style={{ visibility: data === undefined ? 'hidden' : 'visible' }}
    >
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
      {isConfirming && data !== undefined && (
        <RequirementDialog requirement={data} onClose={() => setConfirming(false)} />
      )}
    </section>
  );
}
