/** Empty state without projects, with instructions for users who may create one. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useMay } from '../../../lib/session/use-may.ts';

export function NoProjects() {
  const { t } = useTranslation('projects');
  const mayCreate = useMay('project.write');
  if (!mayCreate) return <EmptyState title={t('projects:none')} />;
  return (
    <EmptyState
      title={t('projects:none')}
      body={t('projects:none-body')}
      action={<Link to={PATHS.projectSet}>{t('projects:set.title')}</Link>}
    />
  );
}
