/** `/configuration`: the platform administrator overrides the environment, section by section. */

import { Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { type SectionName, useConfiguration } from './api/use-configuration.ts';
import { BrandSection } from './components/brand-section.tsx';
import { LimitsSection } from './components/limits-section.tsx';
import { MailSection } from './components/mail-section.tsx';
import { MapsSection } from './components/maps-section.tsx';
import { RetentionSection } from './components/retention-section.tsx';
import './configuration.css';

export function ConfigurationPage() {
  const { t } = useTranslation('configuration');
  const { data, error, refetch } = useConfiguration();
  const [dirty, setDirty] = useState<Partial<Record<SectionName, boolean>>>({});
  const onDirty = useCallback(
    (section: SectionName, isDirty: boolean) =>
      setDirty((old) => (old[section] === isDirty ? old : { ...old, [section]: isDirty })),
    [],
  );
  useUnsavedGuard(Object.values(dirty).includes(true));
  return (
    <div className="stack gap-16 page">
      <PageHeading />
      <p className="muted prose">{t('configuration:intro')}</p>
      {data === undefined &&
        (error === null ? (
          <Skeleton active title={false} paragraph={{ rows: 12 }} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && (
        <>
          <BrandSection found={data.brand} onDirty={onDirty} />
          <MailSection found={data.mail} onDirty={onDirty} />
          <MapsSection found={data.maps} onDirty={onDirty} />
          <LimitsSection found={data.limits} onDirty={onDirty} />
          <RetentionSection found={data.retention} onDirty={onDirty} />
        </>
      )}
    </div>
  );
}
