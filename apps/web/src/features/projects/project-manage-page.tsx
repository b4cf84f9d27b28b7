/** A project's lamp groups (docs/specification/projects.md 2.1): lamps connected to each device. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../components/forms/add-button.tsx';
import { DeleteDialog } from '../../components/forms/delete-dialog.tsx';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useTable } from '../../components/table/use-table.ts';
import { type LampGroup, useLampGroupChanges, useLampGroupPage } from './api/use-lamp-groups.ts';
import { ProjectFrame } from './components/project-frame.tsx';
import { LampFormDialog } from './lamps/components/lamp-form-dialog.tsx';
import { useLampColumns } from './lamps/use-lamp-columns.tsx';

export function ProjectManagePage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.lamps')} section="setting">
      {({ id }) => <LampGroups key={id} project={id} />}
    </ProjectFrame>
  );
}

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; group: LampGroup };

function LampGroups({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const table = useTable('lamp-groups');
  const list = useLampGroupPage(project, table);
  const send = useLampGroupChanges();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns = useLampColumns({
    onEdit: (group) => setOpen({ kind: 'edit', group }),
    onDelete: (group) => setOpen({ kind: 'delete', group }),
  });
  const add = (
    <AddButton onClick={() => setOpen({ kind: 'add' })}>{t('projects:lamp.add')}</AddButton>
  );
  return (
    <>
      <QueryTable
        label={t('projects:page.lamps')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={list}
        actions={add}
        empty={{ title: t('projects:lamp.none'), body: t('projects:lamp.none-body'), action: add }}
        exportName={t('projects:lamp.file')}
      />
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <LampFormDialog
          project={project}
          group={open.kind === 'edit' ? open.group : undefined}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          title={t('projects:delete.title')}
          name={open.group.name}
          saveLabel={t('projects:delete.confirm')}
          done={t('projects:deleted')}
          onSave={() => send('v2.device-lamp.delete', { params: { id: String(open.group.id) } })}
          onClose={close}
        >
          <p>{t('projects:lamp.delete-body')}</p>
        </DeleteDialog>
      )}
    </>
  );
}
