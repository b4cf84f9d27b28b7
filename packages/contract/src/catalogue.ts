/**
 * Every call of the platform. Each entry here yields a route, a handler and the generated tests.
 */
import type { CallSpec } from './call.ts';
import { healthLive, healthReady } from './health.ts';
import { countAlarms, findAlarms } from './v1/alarm.ts';
import { findVariableByDateTime } from './v1/data.ts';
import { deviceAddOrUpdate, deviceDelete, findByConditions } from './v1/device.ts';
import { summonVariable, swControl } from './v1/device-control.ts';
import { dryNodeList, dryNodeSave, dryNodeUpdate } from './v1/dry-node.ts';
import {
  currentEnergyFees,
  energySummary,
  findDailyEnergy,
  findDailyFees,
  findMonthEnergy,
  findMonthFees,
  findWeekEnergy,
  findWeekFees,
} from './v1/energy.ts';
import { estimateConfig } from './v1/estimate.ts';
import { PARAMETER_READ_CALLS, PARAMETER_SAVE_CALLS } from './v1/parameter.ts';
import { rateAddOrUpdate, rateDelete, rateFindAll } from './v1/rate.ts';
import { summonSlaveControl, swSlaveControl } from './v1/slave.ts';
import {
  getMenuByToken,
  groupFindAll,
  homeStatisticsOnline,
  modifyPassword,
  sysLogin,
  zoneFindAll,
} from './v1/sys.ts';
import { logFindByConditions } from './v1/sys-log.ts';
import { taskAddOrUpdate, taskDel, taskFind } from './v1/task.ts';
import {
  addAlarmWindow,
  alarmRules,
  alarmWindows,
  cancelAlarmWindow,
  changeAlarmRule,
} from './v2/alarm-rules.ts';
import { alarmCount, alarms, deleteAlarm, handleAlarm, snoozeAlarm } from './v2/alarms.ts';
import { addApiKey, apiKeys, changeApiKey, revokeApiKey } from './v2/api-keys.ts';
import { auditTrail, exportAuditTrail, verifyAuditTrail } from './v2/audit.ts';
import {
  brand,
  brandLogo,
  changeBrand,
  changeLimits,
  changeMail,
  changeMaps,
  changeRetention,
  configuration,
  resetConfiguration,
  testMail,
} from './v2/configuration.ts';
import { cancelCommand, controlLog, deviceCommand, deviceControl } from './v2/device-control.ts';
import { applyDeploy, previewDeploy } from './v2/device-deploy.ts';
import { importAccept, importPreview, importSecrets, importTemplate } from './v2/device-import.ts';
import {
  addDeviceNote,
  deleteDeviceNote,
  deviceConnections,
  deviceInformation,
  deviceNotes,
  deviceSignals,
} from './v2/device-information.ts';
import { deviceMap, devicePosition, updateDevicePosition } from './v2/device-map.ts';
import { deviceParameters } from './v2/device-parameters.ts';
import {
  addDevicePhoto,
  deleteDevicePhoto,
  devicePhotoFile,
  devicePhotos,
} from './v2/device-photos.ts';
import { changeDeviceType, deviceTypes } from './v2/device-types.ts';
import {
  device,
  devices,
  deviceType,
  rotateSecret,
  statisticsOnline,
  updateDevice,
} from './v2/devices.ts';
import { energy, energyDevice, energyFee } from './v2/energy.ts';
import { energyDays } from './v2/energy-days.ts';
import { energyExplanation } from './v2/energy-explanation.ts';
import {
  addEnergyOverride,
  energyOverrides,
  withdrawEnergyOverride,
} from './v2/energy-overrides.ts';
import { changeFactorRequirement, factorRequirement } from './v2/factor-requirement.ts';
import {
  changeForwarding,
  forwarding,
  forwardingDead,
  forwardingDeliveries,
  replayForwarding,
  testForwarding,
} from './v2/forwarding.ts';
import { changeGatewaySlots, gatewaySlots } from './v2/gateway-slots.ts';
import { group } from './v2/group.ts';
import {
  groupControl,
  groupControlCancel,
  groupControlProgress,
  groupControlRetry,
} from './v2/group-control.ts';
import { changeGroupDefaults, groupDefaults } from './v2/group-defaults.ts';
import {
  moveDevices,
  moveGroup,
  moveUsers,
  previewDeviceMove,
  previewGroupMove,
  previewUserMove,
} from './v2/group-moves.ts';
import {
  addGroup,
  deleteGroup,
  groupContents,
  groups,
  groupUsers,
  renameGroup,
} from './v2/groups.ts';
import { deleteWallLayout, saveWallLayout, wallLayouts, wallReadings } from './v2/live-wall.ts';
import { arrangeMenu, menuArrangement, resetMenu } from './v2/menu-arrangement.ts';
import {
  beginMyFactor,
  confirmMyFactor,
  endMyOtherSessions,
  endMySession,
  myAccount,
  newMyRecoveryCodes,
  removeMyFactor,
} from './v2/my-account.ts';
import {
  changeNotificationSettings,
  notificationSettings,
  subscribePush,
  testNotification,
  unsubscribePush,
} from './v2/notification-settings.ts';
import { notifications, readNotifications } from './v2/notifications.ts';
import { openApi } from './v2/openapi.ts';
import { operations } from './v2/operations.ts';
import { checkProject, projectBoard } from './v2/project-board.ts';
import {
  addProjectNotice,
  changeProjectAlarmConfig,
  changeProjectNotice,
  changeProjectWarningConfig,
  deleteProjectNotice,
  projectAlarmConfig,
  projectNotices,
  projectWarningConfig,
} from './v2/project-config.ts';
import { controlProject, projectOrders } from './v2/project-control.ts';
import {
  addLampGroup,
  changeLampGroup,
  deleteLampGroup,
  lampGroup,
  lampGroups,
} from './v2/project-lamps.ts';
import {
  handleProjectAlarm,
  handleProjectWarning,
  projectAlarms,
  projectBill,
  projectEnergy,
  projectWarnings,
} from './v2/project-records.ts';
import {
  addProjectTimer,
  changeProjectTimer,
  deleteProjectTimer,
  projectTimer,
  projectTimers,
} from './v2/project-timers.ts';
import { addVisit, cancelVisit, changeVisit, visits } from './v2/project-visits.ts';
import { addProject, changeProject, deleteProject, project, projects } from './v2/projects.ts';
import {
  addProtectionTemplate,
  cancelProtectionTemplateRun,
  changeProtectionTemplate,
  compareProtectionTemplate,
  deleteProtectionTemplate,
  protectionTemplateRun,
  protectionTemplates,
  writeProtectionTemplate,
} from './v2/protection-templates.ts';
import { addRate, changeRate, deleteRate, rate, rates, withdrawRateVersion } from './v2/rates.ts';
import { addCurrency, changeCurrency, currencies, zones } from './v2/reference.ts';
import { audit, customers, register } from './v2/registration.ts';
import {
  activateRegistration,
  changeRegistration,
  registrations,
  rejectRegistration,
} from './v2/registrations.ts';
import { rejectedMessages } from './v2/rejected-messages.ts';
import { cancelReport, report, reportFile, reports } from './v2/report.ts';
import {
  addReportSchedule,
  changeReportSchedule,
  deleteReportSchedule,
  reportSchedules,
} from './v2/report-schedules.ts';
import { addRole, changeRole, deleteRole, roles } from './v2/roles.ts';
import { login, loginCode, logout, pingToken, websocketTicket } from './v2/session.ts';
import { bill, changeSettlement, closeSettlement, settlement } from './v2/settlement.ts';
import { sysMenus } from './v2/sys-menus.ts';
import {
  addTowerFavourite,
  deleteTowerFavourite,
  towerEncode,
  towerExplain,
  towerFavourites,
  towerHistory,
  towerSend,
} from './v2/tower-console.ts';
import {
  addTower,
  changeTower,
  controlTowerUser,
  deleteTower,
  tower,
  towerBill,
  towerEvents,
  towerOutages,
  towerState,
  towers,
} from './v2/tower-device.ts';
import {
  acceptInvitation,
  addUser,
  changeUser,
  disableUser,
  enableUser,
  endUserSession,
  messageUse,
  removeUserFactor,
  resetUserPassword,
  signOutUser,
  unlockUser,
  user,
  users,
} from './v2/users.ts';
import { voltageQuality } from './v2/voltage-quality.ts';

export const CATALOGUE = [
  pingToken,
  login,
  loginCode,
  acceptInvitation,
  myAccount,
  endMySession,
  endMyOtherSessions,
  beginMyFactor,
  confirmMyFactor,
  removeMyFactor,
  newMyRecoveryCodes,
  factorRequirement,
  changeFactorRequirement,
  messageUse,
  users,
  user,
  addUser,
  changeUser,
  disableUser,
  enableUser,
  unlockUser,
  signOutUser,
  resetUserPassword,
  removeUserFactor,
  endUserSession,
  logout,
  websocketTicket,
  register,
  audit,
  customers,
  zones,
  currencies,
  addCurrency,
  changeCurrency,
  group,
  sysMenus,
  devices,
  device,
  updateDevice,
  rotateSecret,
  deviceType,
  statisticsOnline,
  deviceMap,
  devicePosition,
  updateDevicePosition,
  rates,
  rate,
  addRate,
  changeRate,
  deleteRate,
  withdrawRateVersion,
  deviceControl,
  deviceCommand,
  cancelCommand,
  groupControl,
  groupControlProgress,
  groupControlRetry,
  groupControlCancel,
  controlLog,
  rejectedMessages,
  sysLogin,
  modifyPassword,
  getMenuByToken,
  zoneFindAll,
  groupFindAll,
  homeStatisticsOnline,
  logFindByConditions,
  findByConditions,
  deviceAddOrUpdate,
  deviceDelete,
  rateFindAll,
  rateAddOrUpdate,
  rateDelete,
  summonVariable,
  swControl,
  summonSlaveControl,
  swSlaveControl,
  gatewaySlots,
  changeGatewaySlots,
  taskFind,
  taskAddOrUpdate,
  taskDel,
  ...PARAMETER_READ_CALLS,
  ...PARAMETER_SAVE_CALLS,
  estimateConfig,
  dryNodeList,
  dryNodeSave,
  dryNodeUpdate,
  deviceParameters,
  protectionTemplates,
  addProtectionTemplate,
  changeProtectionTemplate,
  deleteProtectionTemplate,
  compareProtectionTemplate,
  writeProtectionTemplate,
  protectionTemplateRun,
  cancelProtectionTemplateRun,
  energyFee,
  energy,
  energyDevice,
  energyDays,
  energyExplanation,
  energyOverrides,
  addEnergyOverride,
  withdrawEnergyOverride,
  settlement,
  changeSettlement,
  closeSettlement,
  bill,
  currentEnergyFees,
  energySummary,
  findDailyEnergy,
  findWeekEnergy,
  findMonthEnergy,
  findDailyFees,
  findWeekFees,
  findMonthFees,
  findVariableByDateTime,
  voltageQuality,
  forwarding,
  changeForwarding,
  testForwarding,
  forwardingDeliveries,
  forwardingDead,
  replayForwarding,
  apiKeys,
  addApiKey,
  changeApiKey,
  revokeApiKey,
  notificationSettings,
  changeNotificationSettings,
  testNotification,
  subscribePush,
  unsubscribePush,
  notifications,
  readNotifications,
  alarms,
  alarmCount,
  handleAlarm,
  deleteAlarm,
  snoozeAlarm,
  projectAlarms,
  projectWarnings,
  alarmRules,
  changeAlarmRule,
  alarmWindows,
  addAlarmWindow,
  cancelAlarmWindow,
  projects,
  project,
  addProject,
  changeProject,
  deleteProject,
  lampGroups,
  lampGroup,
  addLampGroup,
  changeLampGroup,
  deleteLampGroup,
  projectWarningConfig,
  changeProjectWarningConfig,
  projectAlarmConfig,
  changeProjectAlarmConfig,
  projectNotices,
  addProjectNotice,
  changeProjectNotice,
  deleteProjectNotice,
  handleProjectAlarm,
  handleProjectWarning,
  projectEnergy,
  projectBill,
  projectBoard,
  checkProject,
  controlProject,
  projectOrders,
  projectTimers,
  projectTimer,
  addProjectTimer,
  changeProjectTimer,
  deleteProjectTimer,
  visits,
  addVisit,
  changeVisit,
  cancelVisit,
  towerEncode,
  towerExplain,
  towerSend,
  towerHistory,
  towerFavourites,
  addTowerFavourite,
  deleteTowerFavourite,
  countAlarms,
  findAlarms,
  towers,
  tower,
  addTower,
  changeTower,
  deleteTower,
  towerState,
  controlTowerUser,
  towerOutages,
  towerEvents,
  towerBill,
  report,
  reports,
  cancelReport,
  reportFile,
  reportSchedules,
  addReportSchedule,
  changeReportSchedule,
  deleteReportSchedule,
  operations,
  wallLayouts,
  saveWallLayout,
  deleteWallLayout,
  wallReadings,
  importTemplate,
  importPreview,
  importAccept,
  importSecrets,
  deviceInformation,
  deviceConnections,
  deviceSignals,
  deviceNotes,
  addDeviceNote,
  deleteDeviceNote,
  devicePhotos,
  addDevicePhoto,
  deleteDevicePhoto,
  devicePhotoFile,
  previewDeploy,
  applyDeploy,
  groups,
  addGroup,
  renameGroup,
  groupContents,
  deleteGroup,
  groupDefaults,
  changeGroupDefaults,
  groupUsers,
  previewDeviceMove,
  moveDevices,
  previewUserMove,
  moveUsers,
  previewGroupMove,
  moveGroup,
  registrations,
  activateRegistration,
  rejectRegistration,
  changeRegistration,
  deviceTypes,
  changeDeviceType,
  roles,
  addRole,
  changeRole,
  deleteRole,
  configuration,
  changeMail,
  testMail,
  changeMaps,
  changeRetention,
  changeLimits,
  changeBrand,
  resetConfiguration,
  brand,
  brandLogo,
  menuArrangement,
  arrangeMenu,
  resetMenu,
  auditTrail,
  exportAuditTrail,
  verifyAuditTrail,
  openApi,
  healthLive,
  healthReady,
] as const satisfies readonly CallSpec[];

export type AnyCall = (typeof CATALOGUE)[number];
export type CallName = AnyCall['name'];
export type CallByName<N extends CallName> = Extract<AnyCall, { name: N }>;
