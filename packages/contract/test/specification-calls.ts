/**
 * Every call of docs/specification/calls.md under its specified name. Tests compare the catalogue
 * and the routes of the server with this list.
 */

/** v1: all calls are POST. */
const V1 = `
  /sys/login /sys/user/modifyPwd /sys/user/getMenuByToken /sys/zone/findAll /sys/group/findAll
  /sys/home/statisticsOnline /sys/home/currentEnergyFees /sys/home/energySummary
  /alarm/countAlarms /alarm/findAlarms
  /device/findByConditions /data/findVariableByDateTime /device/summonVariable
  /data/findDailyEnergyByDate /data/findWeekEnergyByDate /data/findMonthEnergyByDate
  /data/findDailyFeesByDate /data/findWeekFeesByDate /data/findMonthFeesByDate
  /device/rate/findAll /device/rate/addOrUpdate /device/rate/delete
  /device/summonSlaveControl /device/swSlaveControl /device/swControl
  /task/find /task/addOrUpdate /task/del
  /device/addOrUpdate /device/delete /estimate/config/addOrUpdate
  /parameter/summonOverVoltage /parameter/summonLowVoltage /parameter/summonOverCurrent
  /parameter/summonOverLoad /parameter/summonEnableswitch /parameter/summonLostPhase
  /parameter/summonInterphaseImbalance /parameter/readTimingConfig
  /parameter/saveOverVoltage /parameter/saveLowVoltage /parameter/saveOverCurrent
  /parameter/saveOverLoad /parameter/saveEnableswitch /parameter/saveLostPhase
  /parameter/saveInterphaseImbalance /parameter/saveTimingConfig
  /device/dryNode/list /device/dryNode/save /device/dryNode/update`;

/** v2, under /api/v2/: every v2 call of docs/specification/calls.md. */
const V2 = {
  POST: `
    ping-token register audit login device/control rate currency project device-lamp config/notice
    tower/encode-msg tower/mqtt-pub-sub`,
  GET: `
    energy energy-fee energy-device devices device-map device device-type statistics-online group
    rates rate/:id alarms alarm-count zones currencies report customers sys/menus projects
    project/:id device-lamps device-lamp/:id config/warning config/alarm config/notice
    proj-warning-list proj-alarm-list log/control-list energy-proj`,
  PUT: `
    device device-map/:id alarm/:id currency rate/:id project/:id device-lamp/:id
    config/warning/:id config/alarm/:id config/notice/:id proj-warning/:id proj-alarm/:id`,
  DELETE: 'rate/:id alarm/:id project/:id device-lamp/:id config/notice/:id',
};

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** Entries have the form `METHOD /path`, with parameters in the notation of the catalogue. */
export const SPECIFICATION_CALLS: readonly string[] = [
  ...wordsOf(V1).map((path) => `POST ${path}`),
  ...Object.entries(V2).flatMap(([method, paths]) =>
    wordsOf(paths).map((path) => `${method} /api/v2/${path}`),
  ),
];
