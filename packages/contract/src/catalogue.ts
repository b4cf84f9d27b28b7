/** Every call of the platform; each yields a route, a handler and the generated tests. */
import { healthCalls } from './health.ts';
import { alarmV1Calls } from './v1/alarm.ts';
import { dataCalls } from './v1/data.ts';
import { deviceCalls } from './v1/device.ts';
import { deviceControlV1Calls } from './v1/device-control.ts';
import { dryNodeCalls } from './v1/dry-node.ts';
import { energyV1Calls } from './v1/energy.ts';
import { estimateCalls } from './v1/estimate.ts';
import { parameterCalls } from './v1/parameter.ts';
import { rateV1Calls } from './v1/rate.ts';
import { slaveCalls } from './v1/slave.ts';
import { sysCalls } from './v1/sys.ts';
import { sysLogV1Calls } from './v1/sys-log.ts';
import { taskCalls } from './v1/task.ts';
import { alarmRuleCalls } from './v2/alarms/alarm-rules.ts';
import { alarmCalls } from './v2/alarms/alarms.ts';
import { deviceControlV2Calls } from './v2/control/device-control.ts';
import { deviceParameterCalls } from './v2/control/device-parameters.ts';
import { gatewaySlotCalls } from './v2/control/gateway-slots.ts';
import { groupControlCalls } from './v2/control/group-control.ts';
import { protectionTemplateCalls } from './v2/control/protection-templates.ts';
import { towerConsoleCalls } from './v2/control/tower-console.ts';
import { energyCalls } from './v2/energy/energy.ts';
import { energyDaysCalls } from './v2/energy/energy-days.ts';
import { energyEstimateCalls } from './v2/energy/energy-estimates.ts';
import { energyExplanationCalls } from './v2/energy/energy-explanation.ts';
import { energyOverrideCalls } from './v2/energy/energy-overrides.ts';
import { issuedBillCalls } from './v2/energy/issued-bills.ts';
import { rateCalls } from './v2/energy/rates.ts';
import { settlementCalls } from './v2/energy/settlement.ts';
import { dashboardNowCalls } from './v2/fleet/dashboard-now.ts';
import { deviceInformationCalls } from './v2/fleet/device-information.ts';
import { deviceMapCalls } from './v2/fleet/device-map.ts';
import { devicePhotoCalls } from './v2/fleet/device-photos.ts';
import { devicesCalls } from './v2/fleet/devices.ts';
import { groupCalls } from './v2/fleet/group.ts';
import { groupDefaultCalls } from './v2/fleet/group-defaults.ts';
import { groupMoveCalls } from './v2/fleet/group-moves.ts';
import { groupTreeCalls } from './v2/fleet/groups.ts';
import { lineMonitorCalls } from './v2/fleet/line-monitor.ts';
import { lineTestCalls } from './v2/fleet/line-tests.ts';
import { meterProfileCalls } from './v2/fleet/meter-profiles.ts';
import { serialLineCalls } from './v2/fleet/serial-lines.ts';
import { apiKeyCalls } from './v2/identity/api-keys.ts';
import { auditCalls } from './v2/identity/audit.ts';
import { factorRequirementCalls } from './v2/identity/factor-requirement.ts';
import { menuArrangementCalls } from './v2/identity/menu-arrangement.ts';
import { myAccountCalls } from './v2/identity/my-account.ts';
import { passwordCalls } from './v2/identity/password.ts';
import { registrationCalls } from './v2/identity/registration.ts';
import { registrationsCalls } from './v2/identity/registrations.ts';
import { roleCalls } from './v2/identity/roles.ts';
import { sessionCalls } from './v2/identity/session.ts';
import { singleSignOnCalls } from './v2/identity/single-sign-on.ts';
import { singleSignOnSettingsCalls } from './v2/identity/single-sign-on-settings.ts';
import { sysMenuCalls } from './v2/identity/sys-menus.ts';
import { userCalls } from './v2/identity/users.ts';
import { forwardingCalls } from './v2/messaging/forwarding.ts';
import { notificationSettingsCalls } from './v2/messaging/notification-settings.ts';
import { notificationCalls } from './v2/messaging/notifications.ts';
import { deviceDeployCalls } from './v2/onboarding/device-deploy.ts';
import { deviceImportCalls } from './v2/onboarding/device-import.ts';
import { firstStepCalls } from './v2/onboarding/first-steps.ts';
import { meterRecomputeCalls } from './v2/onboarding/meter-recompute.ts';
import { readingImportCalls } from './v2/onboarding/reading-import.ts';
import { simulatedBreakerCalls } from './v2/onboarding/simulated-breaker.ts';
import { configurationCalls } from './v2/platform/configuration.ts';
import { openApiCalls } from './v2/platform/openapi.ts';
import { operationsCalls } from './v2/platform/operations.ts';
import { reportCalls } from './v2/reports/report.ts';
import { reportScheduleCalls } from './v2/reports/report-schedules.ts';
import { deviceTypeCalls } from './v2/shared/device-types.ts';
import { referenceCalls } from './v2/shared/reference.ts';
import { projectBoardCalls } from './v2/sites/project-board.ts';
import { projectConfigCalls } from './v2/sites/project-config.ts';
import { projectControlCalls } from './v2/sites/project-control.ts';
import { projectLampCalls } from './v2/sites/project-lamps.ts';
import { projectRecordCalls } from './v2/sites/project-records.ts';
import { projectTimerCalls } from './v2/sites/project-timers.ts';
import { projectVisitCalls } from './v2/sites/project-visits.ts';
import { projectCalls } from './v2/sites/projects.ts';
import { towerDeviceCalls } from './v2/sites/tower-device.ts';
import { liveWallCalls } from './v2/telemetry/live-wall.ts';
import { rejectedMessageCalls } from './v2/telemetry/rejected-messages.ts';
import { voltageQualityCalls } from './v2/telemetry/voltage-quality.ts';

export const CALLS = {
  ...sessionCalls,
  ...singleSignOnCalls,
  ...singleSignOnSettingsCalls,
  ...userCalls,
  ...myAccountCalls,
  ...factorRequirementCalls,
  ...passwordCalls,
  ...registrationCalls,
  ...referenceCalls,
  ...groupCalls,
  ...sysMenuCalls,
  ...devicesCalls,
  ...deviceMapCalls,
  ...rateCalls,
  ...deviceControlV2Calls,
  ...groupControlCalls,
  ...rejectedMessageCalls,
  ...sysCalls,
  ...sysLogV1Calls,
  ...deviceCalls,
  ...rateV1Calls,
  ...deviceControlV1Calls,
  ...slaveCalls,
  ...gatewaySlotCalls,
  ...taskCalls,
  ...parameterCalls,
  ...estimateCalls,
  ...dryNodeCalls,
  ...deviceParameterCalls,
  ...protectionTemplateCalls,
  ...energyCalls,
  ...energyDaysCalls,
  ...energyEstimateCalls,
  ...energyExplanationCalls,
  ...energyOverrideCalls,
  ...settlementCalls,
  ...issuedBillCalls,
  ...energyV1Calls,
  ...dataCalls,
  ...voltageQualityCalls,
  ...forwardingCalls,
  ...apiKeyCalls,
  ...notificationSettingsCalls,
  ...notificationCalls,
  ...alarmCalls,
  ...projectRecordCalls,
  ...alarmRuleCalls,
  ...projectCalls,
  ...projectLampCalls,
  ...projectConfigCalls,
  ...projectBoardCalls,
  ...projectControlCalls,
  ...projectTimerCalls,
  ...projectVisitCalls,
  ...towerConsoleCalls,
  ...alarmV1Calls,
  ...towerDeviceCalls,
  ...reportCalls,
  ...reportScheduleCalls,
  ...operationsCalls,
  ...liveWallCalls,
  ...deviceImportCalls,
  ...meterRecomputeCalls,
  ...readingImportCalls,
  ...dashboardNowCalls,
  ...deviceInformationCalls,
  ...devicePhotoCalls,
  ...meterProfileCalls,
  ...serialLineCalls,
  ...lineMonitorCalls,
  ...lineTestCalls,
  ...deviceDeployCalls,
  ...firstStepCalls,
  ...simulatedBreakerCalls,
  ...groupTreeCalls,
  ...groupDefaultCalls,
  ...groupMoveCalls,
  ...registrationsCalls,
  ...deviceTypeCalls,
  ...roleCalls,
  ...configurationCalls,
  ...menuArrangementCalls,
  ...auditCalls,
  ...openApiCalls,
  ...healthCalls,
};

export type CallName = keyof typeof CALLS;
export type CallByName<N extends CallName> = (typeof CALLS)[N];
export type AnyCall = CallByName<CallName>;

export const CATALOGUE: readonly AnyCall[] = Object.values(CALLS);
