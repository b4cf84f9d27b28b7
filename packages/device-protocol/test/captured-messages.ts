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

/** Zigbee2MQTT, Xiaomi ZNCZ02LM in `bridge/devices` (without the endpoints). */
export const ZIGBEE_PLUG = {
  ieee_address: '0x0017880104e45524',
  friendly_name: 'power_plug',
  type: 'Router',
  network_address: 6540,
  supported: true,
  interview_completed: true,
  interviewing: false,
  model_id: 'lumi.plug',
  power_source: 'Mains (single phase)',
  definition: {
    description: 'Mi power plug ZigBee',
    model: 'ZNCZ02LM',
    vendor: 'Xiaomi',
    supports_ota: true,
    exposes: [
      {
        type: 'switch',
        features: [
          {
            access: 7,
            description: 'On/off state of the switch',
            name: 'state',
            property: 'state',
            type: 'binary',
            value_off: 'OFF',
            value_on: 'ON',
            value_toggle: 'TOGGLE',
          },
        ],
      },
      {
        access: 5,
        description: 'Instantaneous measured power',
        name: 'power',
        property: 'power',
        type: 'numeric',
        unit: 'W',
      },
      {
        access: 1,
        description: 'Sum of consumed energy',
        name: 'energy',
        property: 'energy',
        type: 'numeric',
        unit: 'kWh',
      },
      {
        access: 1,
        description: 'Measured temperature value',
        name: 'temperature',
        property: 'temperature',
        type: 'numeric',
        unit: '°C',
      },
      {
        access: 1,
        description: 'Link quality (signal strength)',
        name: 'linkquality',
        property: 'linkquality',
        type: 'numeric',
        unit: 'lqi',
        value_max: 255,
        value_min: 0,
      },
    ],
  },
};

/** Zigbee2MQTT, a button in `bridge/devices`: its voltage is that of its battery. */
export const ZIGBEE_BUTTON = {
  ieee_address: '0x0017880104e45520',
  friendly_name: 'button',
  type: 'EndDevice',
  network_address: 6537,
  supported: true,
  interview_completed: true,
  interviewing: false,
  model_id: 'lumi.sensor_switch.aq2',
  power_source: 'Battery',
  definition: {
    model: 'WXKG11LM',
    vendor: 'Xiaomi',
    supports_ota: false,
    exposes: [
      {
        access: 1,
        description: 'Remaining battery in %',
        name: 'battery',
        property: 'battery',
        type: 'numeric',
        unit: '%',
        value_max: 100,
        value_min: 0,
      },
      {
        access: 1,
        description: 'Voltage of the battery in millivolts',
        name: 'voltage',
        property: 'voltage',
        type: 'numeric',
        unit: 'mV',
      },
    ],
  },
};

/** Zigbee2MQTT, the coordinator and a device that it does not support in `bridge/devices`. */
export const ZIGBEE_OTHERS = [
  {
    ieee_address: '0x00124b00120144ae',
    type: 'Coordinator',
    network_address: 0,
    supported: false,
    friendly_name: 'Coordinator',
    definition: null,
    interview_completed: true,
  },
  {
    ieee_address: '0x00169a00022256da',
    type: 'Router',
    network_address: 22160,
    supported: false,
    friendly_name: 'my_sensor',
    definition: null,
    interview_completed: true,
  },
];

const threshold = (name: string, unit: string, value_min: number, value_max: number) => ({
  type: 'numeric',
  name: `${name}_threshold`,
  property: `${name}_threshold`,
  access: 3,
  unit,
  value_min,
  value_max,
});

/**
 * Zigbee2MQTT, the breaker Tongou TO-Q-SY2-163JZT in `bridge/devices` (composed of its page in the
 * documentation): its thresholds can be set, and not requested.
 */
export const ZIGBEE_BREAKER = {
  ieee_address: '0xe0798dfffe0eb6bd',
  friendly_name: '0xe0798dfffe0eb6bd',
  type: 'Router',
  network_address: 29159,
  supported: true,
  power_source: 'Mains (single phase)',
  definition: {
    model: 'TO-Q-SY2-163JZT',
    vendor: 'Tongou',
    exposes: [
      ZIGBEE_PLUG.definition.exposes[0]!,
      ...(
        [
          ['voltage', 'V'],
          ['current', 'A'],
          ['power', 'W'],
          ['energy', 'kWh'],
          ['temperature', '°C'],
        ] as const
      ).map(([name, unit]) => ({ type: 'numeric', name, property: name, access: 5, unit })),
      threshold('over_voltage', 'V', 90, 265),
      threshold('under_voltage', 'V', 75, 240),
      threshold('over_current', 'A', 1, 65),
      threshold('power', 'kW', 1, 26),
    ],
  },
};

/** Zigbee2MQTT, the state of that breaker: 703 W, and 692 W two seconds later. */
export const ZIGBEE_BREAKER_STATE = {
  current: 3.61,
  energy: 0.09,
  indicator_mode: 'off/on',
  last_seen: '2023-06-18T12:34:22+03:00',
  linkquality: 128,
  over_current_breaker: 'ON',
  over_current_threshold: 0,
  over_voltage_breaker: 'ON',
  over_voltage_threshold: 0,
  power: 703,
  power_breaker: 'ON',
  power_outage_memory: 'restore',
  power_threshold: 13,
  state: 'ON',
  temperature: 24.27,
  temperature_breaker: 'ON',
  temperature_threshold: 100,
  under_voltage_breaker: 'ON',
  under_voltage_threshold: 0,
  update: { installed_version: -1, latest_version: -1, state: null },
  update_available: null,
  voltage: 225,
};
export const ZIGBEE_BREAKER_NEXT = { ...ZIGBEE_BREAKER_STATE, linkquality: 96, power: 692 };

/**
 * Zigbee2MQTT, a breaker of that model just after it was opened: power and current are those of the
 * last report.
 */
export const ZIGBEE_BREAKER_OPENED = {
  countdown: 0,
  current: 0.09,
  energy: 0,
  indicator_mode: 'off/on',
  last_seen: '2026-07-02T15:07:55.326Z',
  linkquality: 156,
  over_current_breaker: 'ON',
  over_current_threshold: 65,
  over_voltage_breaker: 'ON',
  over_voltage_threshold: 265,
  power: 10,
  power_breaker: 'ON',
  power_outage_memory: 'restore',
  power_threshold: 13,
  state: 'OFF',
  temperature: 30.09,
  temperature_breaker: 'ON',
  temperature_threshold: 100,
  under_voltage_breaker: 'ON',
  under_voltage_threshold: 75,
  update: { installed_version: -1, latest_version: -1, state: null },
  voltage: 235,
};
