/** Protection templates: store, create from a breaker or a file, compare and write them. */

import type { Starter } from '@busbar/domain/protection/starter-templates';
import { type TemplateSets, writeTemplateFile } from '@busbar/domain/protection/template';
import { isStepUpRefusal } from '@busbar/domain/switch/control-pace';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../components/forms/delete-dialog.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorAlert } from '../../components/states/error-alert.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { StepUpDialog } from '../../device-kit/components/step-up-dialog.tsx';
import { present } from '../../lib/address/search-params.ts';
import { isApiError } from '../../lib/calls/api-error.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../lib/calls/use-call.ts';
import { useSend } from '../../lib/calls/use-send.ts';
import { downloadText } from '../../lib/download.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { ImportButton } from './components/import-button.tsx';
import { RunDialog } from './components/run-dialog.tsx';
import { RunReport } from './components/run-report.tsx';
import { StarterButtons } from './components/starter-buttons.tsx';
import { TemplateDialog } from './components/template-dialog.tsx';
import { TemplateEditor } from './components/template-editor.tsx';
import { type Template, TemplateList } from './components/template-list.tsx';
import { setsIn } from './template-draft.ts';
import './protection-templates.css';

type Open =
  | { readonly kind: 'new'; readonly starter?: Starter }
  | { readonly kind: 'compare' | 'write' | 'delete'; readonly template: Template };

export function TemplatesPage() {
  const { run, edit } = useSearch({ from: '/shell/protection-templates' });
  const navigate = useNavigate({ from: '/protection-templates' });
  const show = (search: { readonly run?: string; readonly edit?: string }) =>
    void navigate({ search: present(search) });
  return (
    <div className="templates stack touch">
      <PageHeading />
      {run !== undefined ? (
        <RunReport key={run} id={run} onLeave={() => show({})} />
      ) : edit !== undefined ? (
        <EditedTemplate key={edit} id={edit} onLeave={() => show({})} />
      ) : (
        <Templates onRun={(id) => show({ run: id })} onOpen={({ id }) => show({ edit: id })} />
      )}
    </div>
  );
}

function EditedTemplate({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { t } = useTranslation('protection-templates');
  const mayControl = useMay('protection.write');
  const client = useQueryClient();
  const list = useCallQuery('v2.protection-templates', {});
  const template = list.data?.data.list.find((one) => one.id === id);
  if (template === undefined) {
    if (list.error !== null) {
      return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    }
    if (list.data === undefined) return <p role="status">{t('common:loading')}</p>;
    const back = <Button onClick={onLeave}>{t('protection-templates:report.back')}</Button>;
    return <EmptyState title={t('protection-templates:editor.gone')} action={back} />;
  }
  return (
    <TemplateEditor
      template={template}
      mayChange={mayControl && template.changeable}
      onChanged={() => void refetchCalls(client, 'v2.protection-templates')}
      onLeave={onLeave}
    />
  );
}

interface TemplatesProps {
  readonly onRun: (id: string) => void;
  readonly onOpen: (template: Template) => void;
}

function Templates({ onRun, onOpen }: TemplatesProps) {
  const { t } = useTranslation(['protection-templates', 'control', 'group-control']);
  const mayControl = useMay('protection.write');
  const send = useSend('v2.protection-templates');
  const { run, error } = useAction({ showsError: true });
  const [open, setOpen] = useState<Open>();
  const list = useCallQuery('v2.protection-templates', {});
  const compare = useCallMutation('v2.protection-templates.compare');
  const write = useCallMutation('v2.protection-templates.write');
  const [listed, setListed] = useState<readonly string[]>([]);
  const start = (
    kind: 'compare' | 'write',
    id: string,
    codes: readonly string[],
    password?: string,
  ) => {
    setListed(codes);
    const body = { device_codes: [...codes] };
    const onSuccess = ({ data }: { data: { run_id: string } }) => onRun(data.run_id);
    if (kind === 'compare') return compare.mutate({ params: { id }, body }, { onSuccess });
    write.mutate(
      { params: { id }, body: password === undefined ? body : { ...body, password } },
      { onSuccess },
    );
  };
  // After a wrong password the write remains pending.
  const refusal = isApiError(write.error) ? write.error : undefined;
  const isWrong = refusal?.reason === 'bad-credentials';
  const needsPassword = isWrong || isStepUpRefusal(refusal?.reason);
  const close = () => {
    setOpen(undefined);
    for (const one of [compare, write]) one.reset();
  };
  const templates = list.data?.data.list;
  return (
    <>
      {mayControl && (
        <div className="template-bar row inset">
          <Button type="primary" onClick={() => setOpen({ kind: 'new' })}>
            {t('protection-templates:action.new')}
          </Button>
          <ImportButton
            onFile={(name, sets) =>
              void run(() => send('v2.protection-templates.add', { body: { name, sets } }))
            }
          />
        </div>
      )}
      {open === undefined && <ErrorAlert error={error} />}
      {list.error !== null && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {templates?.length === 0 && (
        <EmptyState
          title={t('protection-templates:none')}
          body={t('protection-templates:none-body')}
          action={
            mayControl && (
              <StarterButtons onChoose={(starter) => setOpen({ kind: 'new', starter })} />
            )
          }
        />
      )}
      {templates !== undefined && templates.length > 0 && (
        <TemplateList
          templates={templates}
          mayControl={mayControl}
          onOpen={onOpen}
          onRun={(kind, template) => setOpen({ kind, template })}
          onExport={exportTemplate}
          onDelete={(template) => setOpen({ kind: 'delete', template })}
        />
      )}
      {open?.kind === 'new' && (
        <TemplateDialog
          starter={open.starter}
          onSave={(name, sets) => send('v2.protection-templates.add', { body: { name, sets } })}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          title={t('protection-templates:delete.title', { name: open.template.name })}
          saveLabel={t('protection-templates:action.delete')}
          onSave={() =>
            send('v2.protection-templates.delete', { params: { id: open.template.id } })
          }
          onClose={close}
        >
          <p>{t('protection-templates:delete.body')}</p>
        </DeleteDialog>
      )}
      {(open?.kind === 'compare' || open?.kind === 'write') && !needsPassword && (
        <RunDialog
          kind={open.kind}
          name={open.template.name}
          sets={setsIn(open.template)}
          isStarting={compare.isPending || write.isPending}
          error={compare.error ?? write.error}
          onStart={(codes) =>
            start(open.kind === 'write' ? 'write' : 'compare', open.template.id, codes)
          }
          onCancel={close}
        />
      )}
      {open?.kind === 'write' && needsPassword && (
        <StepUpDialog
          stepUp={{ error: isWrong ? refusal : undefined }}
          deviceName={t('group-control:devices-count', { count: listed.length })}
          isSending={write.isPending}
          onPassword={(password) => start('write', open.template.id, listed, password)}
          onCancel={() => write.reset()}
        />
      )}
    </>
  );
}

function exportTemplate({ name, sets }: Template): void {
  const text = writeTemplateFile({ name, sets: sets as TemplateSets });
  downloadText(`${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`, text, 'application/json');
}
