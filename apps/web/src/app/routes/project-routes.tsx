/** Street-lamp projects; their translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import {
  readAlarmSettingSearch,
  readMonitorSearch,
  readProjectBillSearch,
  readProjectEnergySearch,
  readProjectListSearch,
  readProjectOrderSearch,
  readProjectParameterSearch,
  readProjectSearch,
  readProjectSpanSearch,
  readProjectTimerSearch,
  readRecordSearch,
  readVisitSearch,
} from '../../features/projects/project-search.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

const projectSetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectSet,
  staticData: { title: 'shell:menu.project-setting' },
  validateSearch: readProjectListSearch,
  loader: () => loadTexts('projects'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/settings/project-set-page.tsx')),
    'ProjectSetPage',
  ),
});

const projectManageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectManage,
  staticData: { title: 'shell:menu.project-setting' },
  validateSearch: readProjectSearch,
  loader: () => loadTexts('projects', 'devices', 'maps'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/project-manage-page.tsx')),
    'ProjectManagePage',
  ),
});

const alarmSettingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.alarmSetting,
  staticData: { title: 'shell:menu.project-setting' },
  validateSearch: readAlarmSettingSearch,
  loader: () => loadTexts('projects'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/settings/alarm-setting-page.tsx')),
    'AlarmSettingPage',
  ),
});

const projectAlarmsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectAlarms,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readRecordSearch,
  loader: () => loadTexts('projects', 'alarms'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/records/records-page.tsx')),
    'ProjectAlarmsPage',
  ),
});

const projectWarningsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectWarnings,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readRecordSearch,
  loader: () => loadTexts('projects', 'alarms'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/records/records-page.tsx')),
    'ProjectWarningsPage',
  ),
});

const projectLogRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectLog,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readProjectSpanSearch,
  loader: () => loadTexts('projects', 'log', 'control', 'towers'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/records/project-log-page.tsx')),
    'ProjectLogPage',
  ),
});

const projectEnergyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectEnergy,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readProjectEnergySearch,
  loader: () => loadTexts('projects', 'fees'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/project-energy-page.tsx')),
    'ProjectEnergyPage',
  ),
});

const projectBillRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectBill,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readProjectBillSearch,
  loader: () => loadTexts('projects', 'fees', 'explanation'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/project-bill-page.tsx')),
    'ProjectBillPage',
  ),
});

const projectParametersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectParameters,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readProjectParameterSearch,
  loader: () => loadTexts('projects', 'devices', 'data', 'analysis', 'log'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/settings/project-parameter-page.tsx')),
    'ProjectParameterPage',
  ),
});

const projectMonitorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectMonitor,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readMonitorSearch,
  loader: () => loadTexts('projects', 'control', 'maps'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/board/project-monitor-page.tsx')),
    'ProjectMonitorPage',
  ),
});

const projectViewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectView,
  staticData: { title: 'shell:menu.project-view' },
  loader: () => loadTexts('projects'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/project-choice-page.tsx')),
    'ProjectViewPage',
  ),
});

const projectControlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectControl,
  staticData: { title: 'shell:menu.project-control' },
  loader: () => loadTexts('projects'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/project-choice-page.tsx')),
    'ProjectControlPage',
  ),
});

const projectOverviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectViewManage,
  staticData: { title: 'shell:menu.project-view' },
  validateSearch: readProjectSearch,
  loader: () => loadTexts('projects', 'alarms'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/board/project-overview-page.tsx')),
    'ProjectOverviewPage',
  ),
});

const controlManageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.controlManage,
  staticData: { title: 'shell:menu.project-control' },
  validateSearch: readProjectOrderSearch,
  loader: () => loadTexts('projects', 'control', 'group-control'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/control-manage-page.tsx')),
    'ControlManagePage',
  ),
});

const timerControlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.timerControl,
  staticData: { title: 'shell:menu.project-control' },
  validateSearch: readProjectTimerSearch,
  loader: () => loadTexts('projects', 'project-timers', 'timers', 'control'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/timers/timer-control-page.tsx')),
    'TimerControlPage',
  ),
});

const projectDefendRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.projectDefend,
  staticData: { title: 'shell:menu.project-maintenance' },
  validateSearch: readVisitSearch,
  loader: () => loadTexts('projects'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/projects/settings/project-defend-page.tsx')),
    'ProjectDefendPage',
  ),
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
