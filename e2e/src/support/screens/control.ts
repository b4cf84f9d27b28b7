/** Screens of the control of breakers and slaves, of timers and of protections. */
import { PROTECTION_TABS } from '@busbar/domain/protection/protection-tab';
import {
  addTimers,
  chooseSlaves,
  editTemplate,
  readSlaveTable,
  showTimerProblems,
  startTemplate,
} from '../acts/control.ts';
import { BREAKER, GATEWAY, type Screen } from './screen.ts';

export const CONTROL_SCREENS: readonly Screen[] = [
  { name: 'control-none', path: '/devicecontrol', as: 'demo' },
  { name: 'device-overview', path: `/devices/${BREAKER}`, as: 'demo' },
  { name: 'device-overview-gateway', path: `/devices/${GATEWAY}`, as: 'demo' },
  { name: 'device-alarms', path: `/devices/${BREAKER}/alarms`, as: 'demo' },
  { name: 'control-breaker', path: `/devicecontrol?device=${BREAKER}`, as: 'demo' },
  { name: 'control-gateway', path: `/devicecontrol?device=${GATEWAY}`, as: 'demo' },
  {
    name: 'slaves-question',
    path: `/devicecontrol?device=${GATEWAY}`,
    as: 'demo',
    act: chooseSlaves,
  },
  {
    name: 'slaves-table',
    path: `/devicecontrol?device=${GATEWAY}`,
    as: 'demo',
    act: readSlaveTable,
  },
  {
    name: 'timers',
    path: `/devicecontrol?device=${BREAKER}&timers=${BREAKER}`,
    as: 'demo',
    act: addTimers,
  },
  {
    name: 'timers-form',
    path: `/devicecontrol?device=${GATEWAY}&timers=${GATEWAY}`,
    as: 'demo',
    act: showTimerProblems,
  },
  { name: 'group-control', path: '/devicecontroller', as: 'demo' },
  { name: 'protection-none', path: '/automatic', as: 'demo' },
  ...PROTECTION_TABS.map(
    (tab): Screen => ({
      name: `protection-${tab}`,
      path: `/automatic?device=${BREAKER}&tab=${tab}`,
      as: 'demo',
    }),
  ),
  { name: 'protection-templates', path: '/protection-templates', as: 'demo' },
  { name: 'template-new', path: '/protection-templates', as: 'demo', act: startTemplate },
  { name: 'template-edit', path: '/protection-templates', as: 'demo', act: editTemplate },
];
