/** Open, close, lock and unlock lamp groups of a project: one confirmation, a result per group. */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { present } from '../../lib/address/search-params.ts';
import { BatchCommandDialog } from '../group-control/components/batch-command-dialog.tsx';
import { ChoiceBar } from '../group-control/components/choice-bar.tsx';
import { GroupProgressPanel } from '../group-control/components/group-progress.tsx';
import '../group-control/group-control.css';
import { ShownNames } from '../group-control/shown-names.ts';
import { useBoard } from './api/use-board.ts';
import { type ConfirmedGroup, useSubmitProjectCommand } from './api/use-project-command.ts';
import type { BoardRow } from './board/board-rows.ts';
import { CommandEffect } from './components/command-effect.tsx';
import { ProjectCommands } from './components/project-commands.tsx';
import { ProjectFrame } from './components/project-frame.tsx';
import { ChooseGroups } from './lamps/components/choose-groups.tsx';

export function ControlManagePage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.switching')} section="control">
      {({ id }) => <Switching key={id} project={id} />}
    </ProjectFrame>
  );
}

function Switching({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const { batch } = useSearch({ from: '/shell/control-manage' });
  const navigate = useNavigate({ from: '/control-manage' });
  const board = useBoard(project);
  const { data: rows } = board;
  const names = useMemo(
    () => new Map((rows ?? []).map((row) => [row.device_code, row.name])),
    [rows],
  );
  const show = (id: string | undefined) =>
    void navigate({ search: (old) => present({ ...old, batch: id }) });
  if (rows === undefined) return <QueryState query={board} lines={8} />;
  if (rows.length === 0) {
    return (
      <div className="panel">
        <EmptyState title={t('projects:lamp.none')} body={t('projects:lamp.none-body')} />
      </div>
    );
  }
  return (
    <ShownNames value={names}>
      <div className="group-control stack">
        <SubmitProjectCommand project={project} rows={rows} batch={batch} onShow={show} />
        <ProjectCommands project={project} shown={batch} onShow={show} />
      </div>
    </ShownNames>
  );
}

interface SubmitProjectCommandProps {
  project: number;
  rows: readonly BoardRow[];
  /** The command whose progress is shown instead of the groups. */
  batch: string | undefined;
  onShow: (batch: string | undefined) => void;
}

interface AskedCommand {
  readonly command: SwitchCommand;
  readonly codes: ReadonlySet<string>;
}

function SubmitProjectCommand({ project, rows, batch, onShow }: SubmitProjectCommandProps) {
  const { t } = useTranslation('projects');
  const [codes, setCodes] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<AskedCommand>();
  const [listed, setListed] = useState<readonly ConfirmedGroup[]>([]);
  const submission = useSubmitProjectCommand(project, (id) => {
    setAsked(undefined);
    setCodes(new Set());
    onShow(id);
  });
  const groupsOf = (chosen: readonly string[]) =>
    rows
      .filter((row) => chosen.includes(row.device_code))
      .map((row) => ({ lampGroupId: row.lamp_group_id, deviceCode: row.device_code }));
  // Groups may have been removed from the project since.
  const inProject = (chosen: readonly string[]) =>
    chosen.filter((code) => rows.some((row) => row.device_code === code));
  const toggle = (code: string) => {
    const next = new Set(codes);
    if (!next.delete(code)) next.add(code);
    setCodes(next);
  };
  return (
    <>
      {batch === undefined ? (
        <>
          <ChoiceBar
            choice={{
              codes,
              clear: () => setCodes(new Set()),
              toggle: (device) => toggle(device.code),
              add: () => undefined,
            }}
            onCommand={(command) => setAsked({ command, codes })}
          />
          <ChooseGroups rows={rows} codes={codes} onToggle={toggle} onChoose={setCodes} />
        </>
      ) : (
        <GroupProgressPanel
          key={batch}
          id={batch}
          onRetry={(command, failed) => setAsked({ command, codes: new Set(inProject(failed)) })}
          onLeave={() => onShow(undefined)}
        />
      )}
      {asked !== undefined && (
        <BatchCommandDialog
          command={asked.command}
          codes={asked.codes}
          isSending={submission.isSending}
          error={submission.failure?.error}
          stepUp={submission.stepUp}
          stepUpName={t('projects:order.groups', { count: listed.length })}
          onPassword={(password) => {
            if (submission.stepUp !== undefined)
              void submission.give(listed, submission.stepUp.request, password);
          }}
          effect={(possible) => (
            <CommandEffect
              command={asked.command}
              rows={rows.filter((row) => possible.some(({ code }) => code === row.device_code))}
            />
          )}
          onGive={(chosen, given) => {
            const groups = groupsOf(chosen);
            setListed(groups);
            void submission.give(groups, given);
          }}
          onCancel={() => {
            setAsked(undefined);
            submission.cancelStepUp();
          }}
        />
      )}
    </>
  );
}
