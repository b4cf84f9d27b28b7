/** `/timer-control`: timers that switch the lamp groups of a project by clock or by sun. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { present } from '../../../lib/address/search-params.ts';
import { ProjectFrame } from '../components/project-frame.tsx';
import { TimerGroupsDrawer } from './timer-groups-drawer.tsx';
import { TimerTable } from './timer-table.tsx';

export function TimerControlPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.timers')} section="control">
      {({ id }) => <Timers key={id} project={id} />}
    </ProjectFrame>
  );
}

function Timers({ project }: { project: number }) {
  const { timer } = useSearch({ from: '/shell/timer-control' });
  const navigate = useNavigate({ from: '/timer-control' });
  const show = (id: number | undefined) =>
    void navigate({ search: (old) => present({ ...old, timer: id }) });
  return (
    <>
      <TimerTable project={project} onShow={show} />
      {timer !== undefined && <TimerGroupsDrawer id={timer} onClose={() => show(undefined)} />}
    </>
  );
}
