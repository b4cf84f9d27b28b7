/** Project setting (docs/specification/projects.md 2.1): list, create, edit and delete projects. */
import { PlusOutlined } from '@ant-design/icons';
import { PROJECT_TYPES } from '@busbar/domain/project/project-type';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { App, Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { present } from '../../../lib/address/search-params.ts';
import { type Project, useProjectChanges, useProjectPage } from '../api/use-projects.ts';
import { ViewList } from '../board/components/view-list.tsx';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import { ProjectDialog } from '../components/project-dialog.tsx';
import type { ProjectListSearch } from '../project-search.ts';
import '../projects.css';
import { useProjectColumns } from '../use-project-columns.tsx';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; project: Project };

export function ProjectSetPage() {
  const { t } = useTranslation('projects');
  const search = useSearch({ from: '/shell/project-set' });
  const navigate = useNavigate({ from: '/project-set' });
  const table = useTable('projects');
  const list = useProjectPage(search, table.page, table.size);
  const [open, setOpen] = useState<Open>();
  const columns = useProjectColumns({
    onEdit: (project) => setOpen({ kind: 'edit', project }),
    onDelete: (project) => setOpen({ kind: 'delete', project }),
  });
  const filter = (part: { [K in keyof ProjectListSearch]?: ProjectListSearch[K] | undefined }) =>
    void navigate({ search: (old) => present({ ...old, ...part, page: undefined }) });
  const isFiltered = search.name !== undefined || search.type !== undefined;
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => setOpen({ kind: 'add' })}
    >
      {t('projects:set.add')}
    </Button>
  );
  const done = (saved?: Project) => {
    const isNew = open?.kind === 'add';
    setOpen(undefined);
    // A lamp project needs lamp groups next.
    if (isNew && saved?.type === 'lamp') {
      void navigate({
        to: '/project-manage',
        search: { project: saved.id },
        // The input is saved, but the form that blocks navigation is still unmounting.
        ignoreBlocker: true,
      });
    }
  };
  return (
    <>
      <h1 className="visually-hidden">{t('projects:set.title')}</h1>
      <ViewList
        label={t('projects:set.title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        answer={list}
        filters={
          <>
            <SearchBox
              label={t('projects:set.search')}
              value={search.name}
              onSearch={(name) => filter({ name })}
            />
            <Select
              aria-label={t('projects:field.type')}
              placeholder={t('projects:field.type')}
              value={search.type ?? null}
              allowClear
              options={PROJECT_TYPES.map((value) => ({
                value,
                label: t(`projects:type.${value}`),
              }))}
              popupMatchSelectWidth={false}
              style={{ minInlineSize: 140 }}
              onChange={(type: 'lamp' | 'tower' | null) => filter({ type: type ?? undefined })}
            />
          </>
        }
        actions={add}
        empty={
          isFiltered
            ? {
                title: t('projects:set.none-found'),
                action: (
                  <Button onClick={() => filter({ name: undefined, type: undefined })}>
                    {t('projects:set.clear')}
                  </Button>
                ),
              }
            : { title: t('projects:set.none'), body: t('projects:set.none-body'), action: add }
        }
        file={t('projects:set.file')}
      />
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <ProjectDialog project={open.kind === 'edit' ? open.project : undefined} onDone={done} />
      )}
      {open?.kind === 'delete' && (
        <DeleteProject project={open.project} onDone={() => setOpen(undefined)} />
      )}
    </>
  );
}

function DeleteProject({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('projects');
  const { message } = App.useApp();
  const { remove, followed } = useProjectChanges();
  return (
    <DeleteDialog
      name={project.name}
      body={t('projects:set.delete-body', { count: project.lamp_groups })}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { params: { id: String(project.id) } },
          {
            onSuccess: () => {
              void message.success(t('projects:deleted'));
              onDone();
            },
            onSettled: () => void followed(),
          },
        )
      }
      onCancel={onDone}
    />
  );
}
