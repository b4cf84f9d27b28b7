/** Every built screen, and the steps that bring it into a state worth testing. */
import { ACCESS_SCREENS } from '../screens/access.ts';
import { ADMINISTRATION_SCREENS } from '../screens/administration.ts';
import { ALARMS_SCREENS } from '../screens/alarms.ts';
import { CONTROL_SCREENS } from '../screens/control.ts';
import { DEVICES_SCREENS } from '../screens/devices.ts';
import { ENERGY_SCREENS } from '../screens/energy.ts';
import { NOTIFICATIONS_SCREENS } from '../screens/notifications.ts';
import { PROJECTS_SCREENS } from '../screens/projects.ts';
import { RECORDS_SCREENS } from '../screens/records.ts';
import type { Screen } from '../screens/screen.ts';

export const SCREENS: readonly Screen[] = [
  ...ACCESS_SCREENS,
  ...ENERGY_SCREENS,
  ...DEVICES_SCREENS,
  ...CONTROL_SCREENS,
  ...ALARMS_SCREENS,
  ...PROJECTS_SCREENS,
  ...NOTIFICATIONS_SCREENS,
  ...ADMINISTRATION_SCREENS,
  ...RECORDS_SCREENS,
];
