/** Messages as devices of other manufacturers have sent them (times and codes shortened). */

/** Shelly 1PM Mini Gen3, `status/switch:0`. */
export const SHELLY_SWITCH = {
  id: 0,
  source: 'HTTP_in',
  output: true,
  apower: 25.7,
  voltage: 239.7,
  freq: 50.2,
  current: 0.188,
  aenergy: { total: 913.252, by_minute: [0, 428.321, 428.321], minute_ts: 1782936360 },
  ret_aenergy: { total: 0, by_minute: [0, 0, 0], minute_ts: 1782936360 },
  temperature: { tC: 68.1, tF: 154.6 },
};

/** Shelly Pro 3EM, `status/em:0`. */
export const SHELLY_EM = {
  id: 0,
  a_current: 4.029,
  a_voltage: 236.1,
  a_act_power: 951.2,
  a_aprt_power: 951.9,
  a_pf: 1,
  a_freq: 50,
  b_current: 4.027,
  b_voltage: 236.201,
  b_act_power: -951.1,
  b_aprt_power: 951.8,
  b_pf: 1,
  b_freq: 50,
  c_current: 3.03,
  c_voltage: 236.402,
  c_act_power: 715.4,
  c_aprt_power: 716.2,
  c_pf: 1,
  c_freq: 50,
  n_current: null,
  total_current: 11.116,
  total_act_power: 2413.825,
  total_aprt_power: 2525.779,
  user_calibrated_phase: [],
};

/** Shelly Pro 3EM, `status/emdata:0`. */
export const SHELLY_EMDATA = {
  id: 0,
  a_total_act_energy: 3105576.42,
  a_total_act_ret_energy: 0,
  b_total_act_energy: 195765.72,
  b_total_act_ret_energy: 0,
  c_total_act_energy: 2114072.05,
  c_total_act_ret_energy: 0,
  total_act: 5415414.19,
  total_act_ret: 12.5,
};

/** Sonoff Pow R2 with Tasmota, `tele/…/SENSOR`. */
export const TASMOTA_SENSOR = {
  Time: '2018-02-15T17:37:10',
  ENERGY: {
    TotalStartTime: '2018-11-14T18:39:40',
    Total: 6.294,
    Yesterday: 5.34,
    Today: 0.954,
    Period: 217,
    Power: 2635,
    ApparentPower: 2650,
    ReactivePower: 282,
    Factor: 0.99,
    Voltage: 227,
    Current: 11.661,
  },
};

/** A three-phase meter with Tasmota, `tele/…/SENSOR`. */
export const TASMOTA_THREE_PHASES = {
  Time: '2023-01-14T10:00:00',
  ENERGY: {
    Total: 101.5,
    ExportActive: [2.25, 0.5, 1.125],
    Power: [-172.594, -8.608, -70.458],
    Voltage: [229.1, 230.4, 231.2],
    Current: [0.76, 0.05, 0.31],
    Frequency: 50.01,
  },
};
