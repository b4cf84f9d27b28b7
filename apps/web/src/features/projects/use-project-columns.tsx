import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/table/data-column.ts';
import { actionsColumn, type NamedRowActions } from './actions-column.tsx';
import type { Project } from './api/use-projects.ts';
import { ProjectTypeTag } from './board/components/project-type-tag.tsx';

export function useProjectColumns(actions: NamedRowActions<Project>): DataColumn<Project>[] {
  const { t } = useTranslation('projects');
  return [
    {
      key: 'name',
      title: t('projects:field.name'),
      value: (row) => row.name,
      render: (row) =>
        row.type === 'tower' ? (
          <Link to="/tower-device" search={{ project: row.id }}>
            <bdi>{row.name}</bdi>
          </Link>
        ) : (
          <Link to="/project-manage" search={{ project: row.id }}>
            <bdi>{row.name}</bdi>
          </Link>
        ),
      isTitle: true,
    },
    {
      key: 'type',
      title: t('projects:field.type'),
      value: (row) => t(`projects:type.${row.type === 'tower' ? 'tower' : 'lamp'}`),
      render: (row) => <ProjectTypeTag type={row.type} />,
    },
    {
      key: 'description',
      title: t('projects:field.description'),
      value: (row) => row.description,
      render: (row) => (
        <bdi className="project-description one-line" title={row.description}>
          {row.description === '' ? '–' : row.description}
        </bdi>
      ),
    },
    {
      key: 'groups',
      title: t('projects:lamp-groups'),
      value: (row) => (row.type === 'lamp' ? row.lamp_groups : null),
      align: 'end',
    },
    {
      key: 'lamps',
      title: t('projects:lamps'),
      value: (row) => (row.type === 'lamp' ? row.lamps : null),
      align: 'end',
    },
    { key: 'creator', title: t('projects:field.creator'), value: (row) => row.creator },
    {
      key: 'created',
      title: t('projects:field.created'),
      value: (row) => row.created_date,
      isLtr: true,
    },
    {
      key: 'group',
      title: t('projects:field.group'),
      value: (row) => row.group_name,
      isHiddenByDefault: true,
    },
    actionsColumn(t, actions),
  ];
}
