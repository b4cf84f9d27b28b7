/** Street-lamp projects; their translations and code are loaded on first use. */
import { PATHS } from '../../config/paths.ts';
import {
  readAlarmSettingSearch,
  readMonitorSearch,
  readProjectBillSearch,
  readProjectCommandSearch,
  readProjectEnergySearch,
  readProjectListSearch,
  readProjectParameterSearch,
  readProjectSearch,
  readProjectSpanSearch,
  readProjectTimerSearch,
  readRecordSearch,
  readVisitSearch,
} from '../../features/projects/project-search.ts';
import { shellPage } from './shell-page.ts';

const projectSetRoute = shellPage(PATHS.projectSet, {
  title: 'shell:menu.project-setting',
  search: readProjectListSearch,
  texts: ['projects'],
  load: () => import('../../features/projects/settings/project-set-page.tsx'),
  component: 'ProjectSetPage',
});

const projectManageRoute = shellPage(PATHS.projectManage, {
  title: 'shell:menu.project-setting',
  search: readProjectSearch,
  texts: ['projects', 'devices', 'maps'],
  load: () => import('../../features/projects/project-manage-page.tsx'),
  component: 'ProjectManagePage',
});

const alarmSettingRoute = shellPage(PATHS.alarmSetting, {
  title: 'shell:menu.project-setting',
  search: readAlarmSettingSearch,
  texts: ['projects'],
  load: () => import('../../features/projects/settings/alarm-setting-page.tsx'),
  component: 'AlarmSettingPage',
});

const projectAlarmsRoute = shellPage(PATHS.projectAlarms, {
  title: 'shell:menu.project-view',
  search: readRecordSearch,
  texts: ['projects', 'alarms'],
  load: () => import('../../features/projects/records/records-page.tsx'),
  component: 'ProjectAlarmsPage',
});

const projectWarningsRoute = shellPage(PATHS.projectWarnings, {
  title: 'shell:menu.project-view',
  search: readRecordSearch,
  texts: ['projects', 'alarms'],
  load: () => import('../../features/projects/records/records-page.tsx'),
  component: 'ProjectWarningsPage',
});

const projectLogRoute = shellPage(PATHS.projectLog, {
  title: 'shell:menu.project-view',
  search: readProjectSpanSearch,
  texts: ['projects', 'log', 'control', 'towers'],
  load: () => import('../../features/projects/records/project-log-page.tsx'),
  component: 'ProjectLogPage',
});

const projectEnergyRoute = shellPage(PATHS.projectEnergy, {
  title: 'shell:menu.project-view',
  search: readProjectEnergySearch,
  texts: ['projects', 'fees'],
  load: () => import('../../features/projects/project-energy-page.tsx'),
  component: 'ProjectEnergyPage',
});

const projectBillRoute = shellPage(PATHS.projectBill, {
  title: 'shell:menu.project-view',
  search: readProjectBillSearch,
  texts: ['projects', 'fees', 'explanation'],
  load: () => import('../../features/projects/project-bill-page.tsx'),
  component: 'ProjectBillPage',
});

const projectParametersRoute = shellPage(PATHS.projectParameters, {
  title: 'shell:menu.project-view',
  search: readProjectParameterSearch,
  texts: ['projects', 'devices', 'data', 'analysis', 'log'],
  load: () => import('../../features/projects/settings/project-parameter-page.tsx'),
  component: 'ProjectParameterPage',
});

const projectMonitorRoute = shellPage(PATHS.projectMonitor, {
  title: 'shell:menu.project-view',
  search: readMonitorSearch,
  texts: ['projects', 'control', 'maps'],
  load: () => import('../../features/projects/board/project-monitor-page.tsx'),
  component: 'ProjectMonitorPage',
});

const projectViewRoute = shellPage(PATHS.projectView, {
  title: 'shell:menu.project-view',
  texts: ['projects'],
  load: () => import('../../features/projects/project-choice-page.tsx'),
  component: 'ProjectViewPage',
});

const projectControlRoute = shellPage(PATHS.projectControl, {
  title: 'shell:menu.project-control',
  texts: ['projects'],
  load: () => import('../../features/projects/project-choice-page.tsx'),
  component: 'ProjectControlPage',
});

const projectOverviewRoute = shellPage(PATHS.projectViewManage, {
  title: 'shell:menu.project-view',
  search: readProjectSearch,
  texts: ['projects', 'alarms'],
  load: () => import('../../features/projects/board/project-overview-page.tsx'),
  component: 'ProjectOverviewPage',
});

const controlManageRoute = shellPage(PATHS.controlManage, {
  title: 'shell:menu.project-control',
  search: readProjectCommandSearch,
  texts: ['projects', 'control', 'group-control'],
  load: () => import('../../features/projects/control-manage-page.tsx'),
  component: 'ControlManagePage',
});

const timerControlRoute = shellPage(PATHS.timerControl, {
  title: 'shell:menu.project-control',
  search: readProjectTimerSearch,
  texts: ['projects', 'project-timers', 'timers', 'control'],
  load: () => import('../../features/projects/timers/timer-control-page.tsx'),
  component: 'TimerControlPage',
});

const projectDefendRoute = shellPage(PATHS.projectDefend, {
  title: 'shell:menu.project-maintenance',
  search: readVisitSearch,
  texts: ['projects'],
  load: () => import('../../features/projects/settings/project-defend-page.tsx'),
  component: 'ProjectDefendPage',
});

export const projectRoutes = [
  projectSetRoute,
  projectManageRoute,
  alarmSettingRoute,
  projectDefendRoute,
  projectViewRoute,
  projectControlRoute,
  projectOverviewRoute,
  controlManageRoute,
  timerControlRoute,
  projectMonitorRoute,
  projectAlarmsRoute,
  projectWarningsRoute,
  projectLogRoute,
  projectEnergyRoute,
  projectBillRoute,
  projectParametersRoute,
] as const;
