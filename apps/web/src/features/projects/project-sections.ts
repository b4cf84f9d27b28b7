/** Pages of one project, by what is done there; they share the choice of the project. */
import { PATHS } from '../../config/paths.ts';

export const PROJECT_SECTIONS = {
  setting: [
    { key: 'lamps', to: PATHS.projectManage },
    { key: 'limits', to: PATHS.alarmSetting },
  ],
  control: [
    { key: 'switching', to: PATHS.controlManage },
    { key: 'timers', to: PATHS.timerControl },
  ],
  view: [
    { key: 'overview', to: PATHS.projectViewManage },
    { key: 'monitor', to: PATHS.projectMonitor },
    { key: 'alarms', to: PATHS.projectAlarms },
    { key: 'warnings', to: PATHS.projectWarnings },
    { key: 'log', to: PATHS.projectLog },
    { key: 'energy', to: PATHS.projectEnergy },
    { key: 'bill', to: PATHS.projectBill },
    { key: 'parameters', to: PATHS.projectParameters },
  ],
  maintenance: [{ key: 'visits', to: PATHS.projectDefend }],
} as const;

export type ProjectSection = keyof typeof PROJECT_SECTIONS;
