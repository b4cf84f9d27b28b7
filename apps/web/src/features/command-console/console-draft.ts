/** Input of the console and its suggestions. */

/** 1 is DL/T 645-2007, 2 is Modbus RTU. */
export type Version = 1 | 2;

export interface Draft {
  readonly version: Version;
  readonly address: string;
  readonly code: string;
  readonly data: string;
}

/** Reads a value that every meter has: voltage of phase A, or the first two registers. */
export const FIRST_DRAFTS: Readonly<Record<Version, Draft>> = {
  1: { version: 1, address: 'AA', code: '11', data: '00010102' },
  2: { version: 2, address: '1', code: '03', data: '00000002' },
};

export const PROTOCOL_KEY: Readonly<Record<Version, 'dlt645' | 'modbus'>> = {
  1: 'dlt645',
  2: 'modbus',
};

/** Function codes with their translation keys. */
export const CODES: Readonly<Record<Version, readonly (readonly [code: string, word: string])[]>> =
  {
    1: [
      ['11', 'read-data'],
      ['12', 'read-following'],
      ['13', 'read-address'],
      ['14', 'write-data'],
      ['15', 'write-address'],
      ['16', 'freeze'],
      ['17', 'change-rate'],
      ['18', 'change-password'],
      ['19', 'clear-demand'],
      ['1A', 'clear-meter'],
      ['1B', 'clear-events'],
      ['1C', 'trip-close'],
      ['08', 'broadcast-time'],
    ],
    2: [
      ['01', 'read-coils'],
      ['02', 'read-discrete-inputs'],
      ['03', 'read-holding-registers'],
      ['04', 'read-input-registers'],
      ['05', 'write-single-coil'],
      ['06', 'write-single-register'],
      ['0F', 'write-multiple-coils'],
      ['10', 'write-multiple-registers'],
    ],
  };

/** The most frequent identifiers, low byte first, with key and qualifier of their translation. */
export const IDENTIFIERS: readonly (readonly [data: string, name: string, which?: string])[] = [
  ['00000100', 'energy-active-forward', 'total'],
  ['00FF0100', 'energy-active-forward', 'all-tariffs'],
  ['00000200', 'energy-active-reverse', 'total'],
  ['00010102', 'voltage', 'phase-a'],
  ['00FF0102', 'voltage', 'all-phases'],
  ['00FF0202', 'current', 'all-phases'],
  ['00000302', 'active-power', 'total'],
  ['00000602', 'power-factor', 'total'],
  ['02008002', 'frequency'],
  ['01010004', 'date-weekday'],
  ['02010004', 'time-of-day'],
  ['03050004', 'status-word'],
];

export function wireOf({ version, address, code, data }: Draft) {
  return { address, command_code: code, data, protocol_version: version };
}
