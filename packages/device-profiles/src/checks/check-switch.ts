/** Checks how a Modbus breaker is switched, and where its position is read. */
import { isModbus } from '../build-profile.ts';
import { CONTACT_POSITIONS } from '../profile.ts';
import type { ModbusFile, ProfileFile } from '../profile-file.ts';
import { type ProfileProblem, profileProblem } from './profile-problem.ts';

type Switch = NonNullable<ModbusFile['switch']>;

const COIL_WRITE = 5;
const SEVERAL_REGISTERS = 16;
const LAST_BIT_READ = 2;
const LAST_ADDRESS = 0xffff;

export function checkSwitch(file: ProfileFile): ProfileProblem[] {
  if (!isModbus(file) || file.switch === undefined) return [];
  const { open, close, state, trip } = file.switch;
  const isSame =
    open.functionCode === close.functionCode &&
    Number(open.address) === Number(close.address) &&
    open.values.join() === close.values.join();
  return [
    ...checkWrite(open, 'switch/open'),
    ...checkWrite(close, 'switch/close'),
    ...(isSame ? [profileProblem('switch-same', 'switch/close')] : []),
    ...checkState(state),
    ...(trip === undefined ? [] : checkTrip(trip, state)),
  ];
}

function checkWrite({ functionCode, address, values }: Switch['open'], field: string) {
  const problems: ProfileProblem[] = [];
  if (functionCode !== SEVERAL_REGISTERS && values.length > 1) {
    problems.push(profileProblem('one-value', `${field}/values`));
  }
  if (functionCode === COIL_WRITE && values[0]! > 1) {
    problems.push(profileProblem('coil-value', `${field}/values/0`));
  }
  if (Number(address) + values.length - 1 > LAST_ADDRESS) {
    problems.push(profileProblem('switch-past-end', `${field}/address`));
  }
  return problems;
}

/** A raw value with two meanings would show an open breaker as closed. */
function checkState(state: Switch['state']): ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const meanings = new Map<number, string>();
  if (Number(state.address) > LAST_ADDRESS) {
    problems.push(profileProblem('switch-past-end', 'switch/state/address'));
  }
  for (const position of CONTACT_POSITIONS) {
    for (const [index, raw] of (state[position] ?? []).entries()) {
      const field = `switch/state/${position}/${index}`;
      const other = meanings.get(raw);
      if (state.functionCode <= LAST_BIT_READ && raw > 1) {
        problems.push(profileProblem('coil-value', field));
      }
      if (other !== undefined) {
        problems.push(profileProblem('position-twice', field, { found: raw, other }));
      }
      meanings.set(raw, position);
    }
  }
  return problems;
}

/** A register often has the reason of the last trip, so it is used only while the position is `tripped`. */
function checkTrip(trip: NonNullable<Switch['trip']>, state: Switch['state']): ProfileProblem[] {
  const { functionCode, address, codes, bits } = trip;
  const needs = (form: string) => [profileProblem('rule-incomplete', 'switch/trip', { form })];
  if ((codes === undefined) === (bits === undefined)) return needs('exactly one of codes and bits');
  if ((state.tripped ?? []).length === 0) return needs('a value of switch/state/tripped');
  const isBit = functionCode <= LAST_BIT_READ;
  if (isBit && bits !== undefined) return needs('function 3 or 4 for bits of a register');
  const problems: ProfileProblem[] = [];
  if (Number(address) > LAST_ADDRESS) {
    problems.push(profileProblem('switch-past-end', 'switch/trip/address'));
  }
  const meanings = new Map<number, string>();
  for (const [type, values] of Object.entries(codes ?? bits ?? {})) {
    for (const [index, raw] of values.entries()) {
      const field = `switch/trip/${codes === undefined ? 'bits' : 'codes'}/${type}/${index}`;
      const other = meanings.get(raw);
      if (isBit && raw > 1) problems.push(profileProblem('coil-value', field));
      if (other !== undefined) {
        problems.push(profileProblem('position-twice', field, { found: raw, other }));
      }
      meanings.set(raw, type);
    }
  }
  return problems;
}
