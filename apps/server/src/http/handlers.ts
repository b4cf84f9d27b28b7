/** Every handler of the catalogue in one table; a call without one does not compile. */
import type { Context } from '../context.ts';
import type { Handlers } from './handler.ts';
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
import { alarmRuleHandlers } from './v2/alarm-rules.ts';
import { alarmHandlers } from './v2/alarms.ts';
import { apiKeyHandlers } from './v2/api-keys.ts';
import { auditHandlers } from './v2/audit.ts';
import { configurationHandlers } from './v2/configuration.ts';
import { deviceControlV2Handlers } from './v2/device-control.ts';
import { deviceDeployHandlers } from './v2/device-deploy.ts';
import { deviceImportHandlers } from './v2/device-import.ts';
import { deviceInformationHandlers } from './v2/device-information.ts';
import { deviceMapHandlers } from './v2/device-map.ts';
import { deviceParameterHandlers } from './v2/device-parameters.ts';
import { devicePhotoHandlers } from './v2/device-photos.ts';
import { deviceTypeHandlers } from './v2/device-types.ts';
import { devicesHandlers } from './v2/devices.ts';
import { energyHandlers } from './v2/energy.ts';
import { energyDaysHandlers } from './v2/energy-days.ts';
import { energyExplanationHandlers } from './v2/energy-explanation.ts';
import { energyOverrideHandlers } from './v2/energy-overrides.ts';
import { factorRequirementHandlers } from './v2/factor-requirement.ts';
import { forwardingHandlers } from './v2/forwarding.ts';
import { gatewaySlotHandlers } from './v2/gateway-slots.ts';
import { groupHandlers } from './v2/group.ts';
import { groupControlHandlers } from './v2/group-control.ts';
import { groupDefaultHandlers } from './v2/group-defaults.ts';
import { groupMoveHandlers } from './v2/group-moves.ts';
import { groupTreeHandlers } from './v2/groups.ts';
import { liveWallHandlers } from './v2/live-wall.ts';
import { menuArrangementHandlers } from './v2/menu-arrangement.ts';
import { myAccountHandlers } from './v2/my-account.ts';
import { notificationSettingsHandlers } from './v2/notification-settings.ts';
import { notificationHandlers } from './v2/notifications.ts';
import { openApiHandlers } from './v2/openapi.ts';
import { operationsHandlers } from './v2/operations.ts';
import { projectBoardHandlers } from './v2/project-board.ts';
import { projectConfigHandlers } from './v2/project-config.ts';
import { projectControlHandlers } from './v2/project-control.ts';
import { projectLampHandlers } from './v2/project-lamps.ts';
import { projectRecordHandlers } from './v2/project-records.ts';
import { projectTimerHandlers } from './v2/project-timers.ts';
import { projectVisitHandlers } from './v2/project-visits.ts';
import { projectHandlers } from './v2/projects.ts';
import { protectionTemplateHandlers } from './v2/protection-templates.ts';
import { rateHandlers } from './v2/rates.ts';
import { referenceHandlers } from './v2/reference.ts';
import { registrationHandlers } from './v2/registration.ts';
import { registrationsHandlers } from './v2/registrations.ts';
import { rejectedMessageHandlers } from './v2/rejected-messages.ts';
import { reportHandlers } from './v2/report.ts';
import { reportScheduleHandlers } from './v2/report-schedules.ts';
import { roleHandlers } from './v2/roles.ts';
import { sessionHandlers } from './v2/session.ts';
import { settlementHandlers } from './v2/settlement.ts';
import { sysMenuHandlers } from './v2/sys-menus.ts';
import { towerConsoleHandlers } from './v2/tower-console.ts';
import { towerDeviceHandlers } from './v2/tower-device.ts';
import { userHandlers } from './v2/users.ts';
import { voltageQualityHandlers } from './v2/voltage-quality.ts';

export function allHandlers(ctx: Context): Handlers {
  return {
    ...sessionHandlers(ctx),
    ...myAccountHandlers(ctx),
    ...userHandlers(ctx),
    ...factorRequirementHandlers(ctx),
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
    ...energyExplanationHandlers(ctx),
    ...energyOverrideHandlers(ctx),
    ...energyV1Handlers(ctx),
    ...settlementHandlers(ctx),
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
    ...deviceInformationHandlers(ctx),
    ...devicePhotoHandlers(ctx),
    ...deviceDeployHandlers(ctx),
    ...auditHandlers(ctx),
    ...dataHandlers(ctx),
    ...openApiHandlers(),
    ...healthHandlers(ctx, ctx.database.warnings.join(' ')),
  };
}
