/**
 * The value columns of the two reading tables, in the tables' column order. Code that builds a COPY
 * text or an unnest uses this order, so that it is defined once.
 */
export const measurementColumns = [
  'voltage_a_v',
  'voltage_b_v',
  'voltage_c_v',
  'line_voltage_a_v',
  'line_voltage_b_v',
  'line_voltage_c_v',
  'current_a_a',
  'current_b_a',
  'current_c_a',
  'active_power_kw',
  'active_power_a_kw',
  'active_power_b_kw',
  'active_power_c_kw',
  'reactive_power_kvar',
  'reactive_power_a_kvar',
  'reactive_power_b_kvar',
  'reactive_power_c_kvar',
  'apparent_power_kva',
  'apparent_power_a_kva',
  'apparent_power_b_kva',
  'apparent_power_c_kva',
  'power_factor',
  'power_factor_a',
  'power_factor_b',
  'power_factor_c',
  'frequency_hz',
  'temperature_c',
] as const;

export type MeasurementColumn = (typeof measurementColumns)[number];

/** Cumulative registers: three of active, three of reactive energy, each total and four bands. */
export const energyRegisterColumns = [
  'active_total_kwh',
  'active_total_sharp_kwh',
  'active_total_peak_kwh',
  'active_total_off_peak_kwh',
  'active_total_valley_kwh',
  'active_import_kwh',
  'active_import_sharp_kwh',
  'active_import_peak_kwh',
  'active_import_off_peak_kwh',
  'active_import_valley_kwh',
  'active_export_kwh',
  'active_export_sharp_kwh',
  'active_export_peak_kwh',
  'active_export_off_peak_kwh',
  'active_export_valley_kwh',
  'reactive_total_kvarh',
  'reactive_total_sharp_kvarh',
  'reactive_total_peak_kvarh',
  'reactive_total_off_peak_kvarh',
  'reactive_total_valley_kvarh',
  'reactive_import_kvarh',
  'reactive_import_sharp_kvarh',
  'reactive_import_peak_kvarh',
  'reactive_import_off_peak_kvarh',
  'reactive_import_valley_kvarh',
  'reactive_export_kvarh',
  'reactive_export_sharp_kvarh',
  'reactive_export_peak_kvarh',
  'reactive_export_off_peak_kvarh',
  'reactive_export_valley_kvarh',
] as const;

export type EnergyRegisterColumn = (typeof energyRegisterColumns)[number];

/** The first columns of both reading tables. */
export const readingKeyColumns = [
  'customer_id',
  'device_id',
  'ts',
  'quality',
  'content_hash',
] as const;
