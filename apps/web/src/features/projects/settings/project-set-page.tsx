/** Project setting (docs/specification/projects.md 2.1): list, create, edit and delete projects. */

import { PROJECT_TYPES } from '@busbar/domain/project/project-type';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { PageHeading } from '../../../components/menu/page-heading.tsx';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { type Project, useProjectChanges, useProjectPage } from '../api/use-projects.ts';
import { ProjectDialog } from '../components/project-dialog.tsx';
import '../projects.css';
import { AddButton } from '../../../components/forms/add-button.tsx';
import { useProjectColumns } from '../use-project-columns.tsx';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; project: Project };

export function ProjectSetPage() {
  const { t } = useTranslation('projects');
  const list = useListSearch(useSearch({ from: '/shell/project-set' }), 'name', 'type');
  const navigate = useNavigate({ from: '/project-set' });
  const table = useTable('projects');
  const projects = useProjectPage(list.search, table);
  const send = useProjectChanges();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns = useProjectColumns({
    onEdit: (project) => setOpen({ kind: 'edit', project }),
    onDelete: (project) => setOpen({ kind: 'delete', project }),
  });
  const add = (
    <AddButton onClick={() => setOpen({ kind: 'add' })}>{t('projects:set.add')}</AddButton>
  );
  const show = (saved: Project) => {
    const isNew = open?.kind === 'add';
    close();
    if (!isNew) return;
    // A lamp project needs lamp groups next, a tower project its towers.
    void navigate({
      to: saved.type === 'lamp' ? '/project-manage' : '/tower-device',
      search: { project: saved.id },
    });
  };
  return (
    <>
      <PageHeading />
      <QueryTable
        label={t('projects:set.title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={projects}
        filters={
          <FilterBar
            list={list}
            clearLabel={t('projects:set.clear')}
            filters={[
              { kind: 'text', name: 'name', label: t('projects:set.search') },
              {
                kind: 'choice',
                name: 'type',
                label: t('projects:field.type'),
                options: PROJECT_TYPES.map((value) => ({
                  value,
                  label: t(`projects:type.${value}`),
                })),
              },
            ]}
          />
        }
        actions={add}
        empty={
          list.isFiltered
            ? {
                title: t('projects:set.none-found'),
                action: <Button onClick={list.clear}>{t('projects:set.clear')}</Button>,
              }
            : { title: t('projects:set.none'), body: t('projects:set.none-body'), action: add }
        }
        exportName={t('projects:set.file')}
      />
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <ProjectDialog
          project={open.kind === 'edit' ? open.project : undefined}
          onSaved={show}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          title={t('projects:delete.title')}
          name={open.project.name}
          saveLabel={t('projects:delete.confirm')}
          done={t('projects:deleted')}
          onSave={() => send('v2.project.delete', { params: { id: String(open.project.id) } })}
          onClose={close}
        >
          <p>{t('projects:set.delete-body', { count: open.project.lamp_groups })}</p>
        </DeleteDialog>
      )}
    </>
  );
}
