/** The table of all handlers; a call without a handler does not compile. */
import type { Context } from '../context.ts';
import type { Handlers } from './calls/handler.ts';
import { healthHandlers } from './health.ts';
import { alarmV1Handlers } from './v1/alarm.ts';
import { dataHandlers } from './v1/data.ts';
import { deviceHandlers } from './v1/device.ts';
import { deviceControlV1Handlers } from './v1/device-control.ts';
import { dryNodeHandlers } from './v1/dry-node.ts';
import { energyV1Handlers } from './v1/energy.ts';
import { parameterHandlers } from './v1/parameter.ts';
import { rateV1Handlers } from './v1/rate.ts';
import { slaveHandlers } from './v1/slave.ts';
import { sysHandlers } from './v1/sys.ts';
import { sysLogV1Handlers } from './v1/sys-log.ts';
import { taskHandlers } from './v1/task.ts';
import { alarmRuleHandlers } from './v2/alarms/alarm-rules.ts';
import { alarmHandlers } from './v2/alarms/alarms.ts';
import { deviceControlV2Handlers } from './v2/control/device-control.ts';
import { deviceParameterHandlers } from './v2/control/device-parameters.ts';
import { gatewaySlotHandlers } from './v2/control/gateway-slots.ts';
import { groupControlHandlers } from './v2/control/group-control.ts';
import { protectionTemplateHandlers } from './v2/control/protection-templates.ts';
import { towerConsoleHandlers } from './v2/control/tower-console.ts';
import { energyHandlers } from './v2/energy/energy.ts';
import { energyDaysHandlers } from './v2/energy/energy-days.ts';
import { energyEstimateHandlers } from './v2/energy/energy-estimates.ts';
import { energyExplanationHandlers } from './v2/energy/energy-explanation.ts';
import { energyOverrideHandlers } from './v2/energy/energy-overrides.ts';
import { issuedBillHandlers } from './v2/energy/issued-bills.ts';
import { rateHandlers } from './v2/energy/rates.ts';
import { settlementHandlers } from './v2/energy/settlement.ts';
import { dashboardNowHandlers } from './v2/fleet/dashboard-now.ts';
import { deviceInformationHandlers } from './v2/fleet/device-information.ts';
import { deviceMapHandlers } from './v2/fleet/device-map.ts';
import { devicePhotoHandlers } from './v2/fleet/device-photos.ts';
import { devicesHandlers } from './v2/fleet/devices.ts';
import { groupHandlers } from './v2/fleet/group.ts';
import { groupDefaultHandlers } from './v2/fleet/group-defaults.ts';
import { groupMoveHandlers } from './v2/fleet/group-moves.ts';
import { groupTreeHandlers } from './v2/fleet/groups.ts';
import { lineMonitorHandlers } from './v2/fleet/line-monitor.ts';
import { lineTestHandlers } from './v2/fleet/line-tests.ts';
import { meterProfileHandlers } from './v2/fleet/meter-profiles.ts';
import { serialLineHandlers } from './v2/fleet/serial-lines.ts';
import { apiKeyHandlers } from './v2/identity/api-keys.ts';
import { auditHandlers } from './v2/identity/audit.ts';
import { factorRequirementHandlers } from './v2/identity/factor-requirement.ts';
import { menuArrangementHandlers } from './v2/identity/menu-arrangement.ts';
import { myAccountHandlers } from './v2/identity/my-account.ts';
import { passwordHandlers } from './v2/identity/password.ts';
import { registrationHandlers } from './v2/identity/registration.ts';
import { registrationsHandlers } from './v2/identity/registrations.ts';
import { roleHandlers } from './v2/identity/roles.ts';
import { sessionHandlers } from './v2/identity/session.ts';
import { singleSignOnHandlers } from './v2/identity/single-sign-on.ts';
import { singleSignOnSettingsHandlers } from './v2/identity/single-sign-on-settings.ts';
import { sysMenuHandlers } from './v2/identity/sys-menus.ts';
import { userHandlers } from './v2/identity/users.ts';
import { forwardingHandlers } from './v2/messaging/forwarding.ts';
import { notificationSettingsHandlers } from './v2/messaging/notification-settings.ts';
import { notificationHandlers } from './v2/messaging/notifications.ts';
import { deviceDeployHandlers } from './v2/onboarding/device-deploy.ts';
import { deviceImportHandlers } from './v2/onboarding/device-import.ts';
import { firstStepHandlers } from './v2/onboarding/first-steps.ts';
import { meterRecomputeHandlers } from './v2/onboarding/meter-recompute.ts';
import { readingImportHandlers } from './v2/onboarding/reading-import.ts';
import { simulatedBreakerHandlers } from './v2/onboarding/simulated-breaker.ts';
import { configurationHandlers } from './v2/platform/configuration.ts';
import { openApiHandlers } from './v2/platform/openapi.ts';
import { operationsHandlers } from './v2/platform/operations.ts';
import { reportHandlers } from './v2/reports/report.ts';
import { reportScheduleHandlers } from './v2/reports/report-schedules.ts';
import { deviceTypeHandlers } from './v2/shared/device-types.ts';
import { referenceHandlers } from './v2/shared/reference.ts';
import { projectBoardHandlers } from './v2/sites/project-board.ts';
import { projectConfigHandlers } from './v2/sites/project-config.ts';
import { projectControlHandlers } from './v2/sites/project-control.ts';
import { projectLampHandlers } from './v2/sites/project-lamps.ts';
import { projectRecordHandlers } from './v2/sites/project-records.ts';
import { projectTimerHandlers } from './v2/sites/project-timers.ts';
import { projectVisitHandlers } from './v2/sites/project-visits.ts';
import { projectHandlers } from './v2/sites/projects.ts';
import { towerDeviceHandlers } from './v2/sites/tower-device.ts';
import { liveWallHandlers } from './v2/telemetry/live-wall.ts';
import { rejectedMessageHandlers } from './v2/telemetry/rejected-messages.ts';
import { voltageQualityHandlers } from './v2/telemetry/voltage-quality.ts';

export function allHandlers(ctx: Context): Handlers {
  return {
    ...sessionHandlers(ctx),
    ...singleSignOnHandlers(ctx),
    ...singleSignOnSettingsHandlers(ctx),
    ...myAccountHandlers(ctx),
    ...userHandlers(ctx),
    ...factorRequirementHandlers(ctx),
    ...passwordHandlers(ctx),
    ...registrationHandlers(ctx),
    ...referenceHandlers(ctx),
    ...groupHandlers(ctx),
    ...groupTreeHandlers(ctx),
    ...groupDefaultHandlers(ctx),
    ...groupMoveHandlers(ctx),
    ...roleHandlers(ctx),
    ...deviceTypeHandlers(ctx),
    ...registrationsHandlers(ctx),
    ...sysMenuHandlers(ctx),
    ...menuArrangementHandlers(ctx),
    ...devicesHandlers(ctx),
    ...deviceMapHandlers(ctx),
    ...rateHandlers(ctx),
    ...deviceControlV2Handlers(ctx),
    ...groupControlHandlers(ctx),
    ...rejectedMessageHandlers(ctx),
    ...operationsHandlers(ctx),
    ...configurationHandlers(ctx),
    ...sysHandlers(ctx),
    ...sysLogV1Handlers(ctx),
    ...deviceHandlers(ctx),
    ...deviceControlV1Handlers(ctx),
    ...rateV1Handlers(ctx),
    ...slaveHandlers(ctx),
    ...gatewaySlotHandlers(ctx),
    ...taskHandlers(ctx),
    ...parameterHandlers(ctx),
    ...dryNodeHandlers(ctx),
    ...deviceParameterHandlers(ctx),
    ...protectionTemplateHandlers(ctx),
    ...energyHandlers(ctx),
    ...energyDaysHandlers(ctx),
    ...energyEstimateHandlers(ctx),
    ...energyExplanationHandlers(ctx),
    ...energyOverrideHandlers(ctx),
    ...energyV1Handlers(ctx),
    ...settlementHandlers(ctx),
    ...issuedBillHandlers(ctx),
    ...forwardingHandlers(ctx),
    ...apiKeyHandlers(ctx),
    ...notificationSettingsHandlers(ctx),
    ...notificationHandlers(ctx),
    ...alarmHandlers(ctx),
    ...alarmRuleHandlers(ctx),
    ...towerConsoleHandlers(ctx),
    ...alarmV1Handlers(ctx),
    ...projectHandlers(ctx),
    ...projectLampHandlers(ctx),
    ...projectConfigHandlers(ctx),
    ...projectRecordHandlers(ctx),
    ...projectBoardHandlers(ctx),
    ...projectControlHandlers(ctx),
    ...projectTimerHandlers(ctx),
    ...projectVisitHandlers(ctx),
    ...towerDeviceHandlers(ctx),
    ...reportHandlers(ctx),
    ...reportScheduleHandlers(ctx),
    ...liveWallHandlers(ctx),
    ...voltageQualityHandlers(ctx),
    ...deviceImportHandlers(ctx),
    ...meterRecomputeHandlers(ctx),
    ...readingImportHandlers(ctx),
    ...dashboardNowHandlers(ctx),
    ...deviceInformationHandlers(ctx),
    ...devicePhotoHandlers(ctx),
    ...meterProfileHandlers(ctx),
    ...serialLineHandlers(ctx),
    ...lineMonitorHandlers(ctx),
    ...lineTestHandlers(ctx),
    ...deviceDeployHandlers(ctx),
    ...firstStepHandlers(ctx),
    ...simulatedBreakerHandlers(ctx),
    ...auditHandlers(ctx),
    ...dataHandlers(ctx),
    ...openApiHandlers(),
    ...healthHandlers(ctx),
  };
}
