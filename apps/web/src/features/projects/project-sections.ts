/**
 * Pages of one project, grouped by purpose; they share the project selection. Pages with
 * `hasTowers` also show tower projects, the others only lamp projects.
 */
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
    { key: 'alarms', to: PATHS.projectAlarms, hasTowers: true },
    { key: 'warnings', to: PATHS.projectWarnings, hasTowers: true },
    { key: 'log', to: PATHS.projectLog, hasTowers: true },
    { key: 'energy', to: PATHS.projectEnergy, hasTowers: true },
    { key: 'bill', to: PATHS.projectBill, hasTowers: true },
    { key: 'parameters', to: PATHS.projectParameters },
  ],
  maintenance: [{ key: 'visits', to: PATHS.projectDefend }],
} as const;

export type ProjectSection = keyof typeof PROJECT_SECTIONS;

/** Returns the pages of a section that support projects of this type. */
export function pagesOf(section: ProjectSection, type: string) {
  return PROJECT_SECTIONS[section].filter((page) => type === 'lamp' || 'hasTowers' in page);
}
