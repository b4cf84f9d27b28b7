/**
 * The expected permission of every call: a new call or a changed permission must be entered here.
 */
import { expect, it } from 'vitest';
import type { Who } from './call.ts';
import { CATALOGUE } from './catalogue.ts';

/** Calls grouped by the required permission, sorted by name. */
const CALLS: Partial<Readonly<Record<Who, string>>> = {
  public:
    'health.live health.ready v1.sys.login v1.sys.zone.findAll v2.audit v2.brand v2.brand.logo v2.currencies v2.customers v2.invitation.accept v2.login v2.login.code v2.openapi v2.password.forgotten v2.register v2.register.name v2.report.file v2.sso.begin v2.sso.finish v2.sso.logout v2.sso.provider v2.zones',
  'signed-in':
    'v1.sys.user.getMenuByToken v1.sys.user.modifyPwd v2.device-type v2.device-types v2.group v2.logout v2.my.account v2.my.second-factor.begin v2.my.second-factor.confirm v2.my.second-factor.recovery-codes v2.my.second-factor.remove v2.my.sessions.end v2.my.sessions.end-others v2.my.single-sign-on v2.my.single-sign-on.link v2.my.single-sign-on.unlink v2.ping-token v2.sys.menus v2.websocket-ticket',
  'data.read':
    'v1.alarm.countAlarms v1.alarm.findAlarms v1.data.findDailyEnergyByDate v1.data.findDailyFeesByDate v1.data.findMonthEnergyByDate v1.data.findMonthFeesByDate v1.data.findVariableByDateTime v1.data.findWeekEnergyByDate v1.data.findWeekFeesByDate v1.device.dryNode.list v1.device.findByConditions v1.device.rate.findAll v1.device.summonSlaveControl v1.device.summonVariable v1.parameter.readTimingConfig v1.parameter.summonEnableswitch v1.parameter.summonInterphaseImbalance v1.parameter.summonLostPhase v1.parameter.summonLowVoltage v1.parameter.summonOverCurrent v1.parameter.summonOverLoad v1.parameter.summonOverVoltage v1.sys.group.findAll v1.sys.home.currentEnergyFees v1.sys.home.energySummary v1.sys.home.statisticsOnline v1.task.find v2.alarm-count v2.alarm-rules v2.alarm-windows v2.alarms v2.bill v2.bill-addressee v2.bill-issuer v2.bill.comparison v2.bills v2.bills.archive v2.bills.file v2.bills.groups v2.config.alarm v2.config.notice v2.config.warning v2.dashboard-now v2.device v2.device-information v2.device-information.connections v2.device-information.notes v2.device-information.photos v2.device-information.photos.file v2.device-information.signals v2.device-lamp v2.device-lamps v2.device-map v2.device-map.one v2.device.command v2.device.control.batch.progress v2.device.parameters v2.devices v2.energy v2.energy-days v2.energy-device v2.energy-estimates v2.energy-explanation v2.energy-fee v2.energy-overrides v2.energy-proj v2.gateway-slots v2.groups.defaults v2.meter-profiles v2.meter-profiles.one v2.notification-push v2.notification-push.remove v2.notification-settings v2.notification-settings.change v2.notification-test v2.notifications v2.notifications.read v2.proj-alarm-list v2.proj-warning-list v2.project v2.project-bill v2.project-board v2.project-control.list v2.project-timer v2.project-timers v2.project-visits v2.projects v2.protection-templates v2.protection-templates.run v2.rate v2.rates v2.roles v2.serial-line v2.serial-line.monitor v2.settlement v2.statistics-online v2.tower-device v2.tower-device.bill v2.tower-device.events v2.tower-device.outages v2.tower-device.state v2.tower-devices v2.voltage-quality v2.wall-layouts v2.wall-layouts.delete v2.wall-layouts.save v2.wall-readings',
  'report.make':
    'v2.report v2.report-schedule.add v2.report-schedule.change v2.report-schedule.delete v2.report-schedules v2.report.cancel v2.reports',
  'log.read': 'v1.sys.log.findByConditions v2.log.control-list',
  'alarm.handle':
    'v2.alarm.handle v2.alarm.snooze v2.alarms.handle v2.proj-alarm.handle v2.proj-warning.handle',
  'device.switch':
    'v1.device.swControl v1.device.swSlaveControl v2.device.command.cancel v2.device.control v2.device.control.batch v2.device.control.batch.cancel v2.device.control.batch.retry v2.project-control v2.tower-device.control',
  'timer.write':
    'v1.task.addOrUpdate v1.task.del v2.project-timer.add v2.project-timer.change v2.project-timer.delete',
  'protection.write':
    'v1.estimate.config.addOrUpdate v1.parameter.saveEnableswitch v1.parameter.saveInterphaseImbalance v1.parameter.saveLostPhase v1.parameter.saveLowVoltage v1.parameter.saveOverCurrent v1.parameter.saveOverLoad v1.parameter.saveOverVoltage v1.parameter.saveTimingConfig v2.device-deploy v2.device-deploy.preview v2.protection-templates.add v2.protection-templates.change v2.protection-templates.compare v2.protection-templates.delete v2.protection-templates.run.cancel v2.protection-templates.write',
  'device.write':
    'v1.device.addOrUpdate v1.device.dryNode.save v1.device.dryNode.update v2.device-import.accept v2.device-import.preview v2.device-import.secrets v2.device-import.template v2.device-information.notes.add v2.device-information.notes.delete v2.device-information.photos.add v2.device-information.photos.delete v2.device-map.update v2.device.update v2.gateway-slots.change v2.meter-profiles.add v2.meter-profiles.change v2.meter-profiles.delete v2.rate.devices v2.rate.devices.preview v2.serial-line.change v2.serial-line.meters.add v2.serial-line.meters.change v2.serial-line.meters.remove v2.serial-line.tests.one v2.serial-line.tests.start v2.simulated-breaker.add',
  'project.write':
    'v2.config.alarm.change v2.config.notice.add v2.config.notice.change v2.config.notice.delete v2.config.warning.change v2.device-lamp.add v2.device-lamp.change v2.device-lamp.delete v2.project-check v2.project-visit.add v2.project-visit.cancel v2.project-visit.change v2.project.add v2.project.change v2.project.delete v2.tower-device.add v2.tower-device.change v2.tower-device.delete',
  'tariff.write':
    'v1.device.rate.addOrUpdate v1.device.rate.delete v2.rate.add v2.rate.change v2.rate.delete v2.rate.version.withdraw',
  'console.use':
    'v2.tower.encode-msg v2.tower.explain-msg v2.tower.favourites v2.tower.favourites.add v2.tower.favourites.delete v2.tower.history v2.tower.mqtt-pub-sub',
  'alarm.configure':
    'v2.alarm-rules.change v2.alarm-windows.add v2.alarm-windows.cancel v2.alarm.delete',
  'device.remove': 'v1.device.delete v2.device.secret v2.simulated-breaker.remove',
  'message.read': 'v2.rejected-messages',
  'forwarding.manage':
    'v2.forwarding v2.forwarding-dead v2.forwarding-dead.replay v2.forwarding-deliveries v2.forwarding.change v2.forwarding.test',
  'energy.correct':
    'v2.energy-overrides.add v2.energy-overrides.withdraw v2.meter-recompute v2.meter-recompute.accept v2.meter-recompute.preview v2.reading-import.accept v2.reading-import.preview',
  'settlement.write':
    'v2.bill-addressee.change v2.bill-issuer.change v2.bills.issue v2.bills.issue-all v2.first-steps.organisation v2.settlement.close v2.settlement.close-up-to v2.settlement.update',
  'key.manage': 'v2.api-keys v2.api-keys.add v2.api-keys.change v2.api-keys.revoke',
  'group.manage':
    'v2.groups v2.groups.add v2.groups.contents v2.groups.defaults.change v2.groups.delete v2.groups.devices v2.groups.devices.preview v2.groups.move v2.groups.move.preview v2.groups.rename v2.groups.users v2.groups.users.move v2.groups.users.preview',
  'user.manage':
    'v2.factor-requirement v2.factor-requirement.change v2.first-steps v2.first-steps.change v2.message-use v2.sso.settings v2.sso.settings.change v2.sso.settings.delete v2.sso.settings.test v2.user v2.users v2.users.add v2.users.change v2.users.disable v2.users.enable v2.users.remove-second-factor v2.users.reset-password v2.users.sessions.end v2.users.sign-out v2.users.unlink-provider v2.users.unlock',
  'role.manage':
    'v2.menu-arrangement v2.menu-arrangement.change v2.menu-arrangement.reset v2.roles.add v2.roles.change v2.roles.delete',
  'audit.read': 'v2.audit-trail v2.audit-trail.export v2.audit-trail.verify',
  'customer.manage':
    'v2.registrations v2.registrations.activate v2.registrations.change v2.registrations.reject',
  'reference.write': 'v2.currency.add v2.currency.change v2.device-types.change',
  'configuration.write':
    'v2.configuration v2.configuration.brand v2.configuration.limits v2.configuration.mail v2.configuration.mail-test v2.configuration.maps v2.configuration.reset v2.configuration.retention',
  'operations.read': 'v2.operations',
};

it('every call requires the permission in the table', () => {
  const found = new Map<Who, string[]>();
  for (const { name, who } of CATALOGUE) found.set(who, [...(found.get(who) ?? []), name]);
  const written = Object.entries(CALLS).map(([who, names]) => [who, names.split(' ')] as const);
  expect(Object.fromEntries([...found].map(([who, names]) => [who, names.toSorted()]))).toEqual(
    Object.fromEntries(written),
  );
});
