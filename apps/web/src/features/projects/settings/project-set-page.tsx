/** Project setting (docs/specification/projects.md 2.1): list, create, edit and delete projects. */

import { PlusOutlined } from '@ant-design/icons';
import { PROJECT_TYPES } from '@busbar/domain/project/project-type';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { present } from '../../../lib/address/search-params.ts';
import { type Project, useProjectChanges, useProjectPage } from '../api/use-projects.ts';
import { ViewList } from '../board/components/view-list.tsx';
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
  const send = useProjectChanges();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
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
  const show = (saved: Project) => {
    const isNew = open?.kind === 'add';
    close();
    // A lamp project needs lamp groups next.
    if (isNew && saved.type === 'lamp') {
      void navigate({ to: '/project-manage', search: { project: saved.id } });
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
