/** Previous batch commands of the project: user, time and result. */
import { isSwitchCommand } from '@busbar/domain/switch/interlock';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { CommandStateTag } from '../../../device-kit/components/command-state-tag.tsx';
import { groupResults } from '../../group-control/group-results.ts';
import { type ProjectCommand, useProjectCommands } from '../api/use-project-command.ts';

interface ProjectCommandsProps {
  project: number;
  /** Id of the batch command whose progress is shown above. */
  shown: string | undefined;
  onShow: (batch: string) => void;
}

const COMMANDS_SHOWN = 10;

export function ProjectCommands({ project, shown, onShow }: ProjectCommandsProps) {
  const { t } = useTranslation(['projects', 'control']);
  const commands = useProjectCommands(project, COMMANDS_SHOWN);
  const { data } = commands;
  if (data === undefined || data.length === 0) return null;
  return (
    <div className="panel">
      <h2>{t('projects:order.before')}</h2>
      <table className="plain-table project-cards folds" aria-label={t('projects:order.before')}>
        <thead>
          <tr>
            <th scope="col">{t('projects:order.at')}</th>
            <th scope="col">{t('projects:order.order')}</th>
            <th scope="col">{t('projects:order.by')}</th>
            <th scope="col">{t('projects:order.results')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('projects:actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((command) => (
            <CommandLine
              key={command.batch_id}
              command={command}
              isShown={command.batch_id === shown}
              onShow={() => onShow(command.batch_id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CommandLine(props: { command: ProjectCommand; isShown: boolean; onShow: () => void }) {
  const { command, isShown, onShow } = props;
  const { t } = useTranslation(['projects', 'control']);
  const { counts } = groupResults(command.groups.map(({ state }) => state));
  const label = isSwitchCommand(command.switch)
    ? t(`control:order.${command.switch}`)
    : command.switch;
  return (
    <tr aria-current={isShown}>
      <th scope="row">
        <Moment at={command.created_at} />
      </th>
      <td data-label={t('projects:order.order')}>{label}</td>
      <td data-label={t('projects:order.by')}>
        <bdi>{command.user_name}</bdi>
      </td>
      <td data-label={t('projects:order.results')}>
        <span className="row inline gap-text">
          {counts.map(({ state, count }) => (
            <CommandStateTag key={state} state={state} count={count} />
          ))}
        </span>
      </td>
      <td>
        <Button size="small" disabled={isShown} onClick={onShow}>
          {t('projects:order.show')}
        </Button>
      </td>
    </tr>
  );
}
