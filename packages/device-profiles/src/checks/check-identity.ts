/** Checks the station address and the identity probe of a profile file. */
import { isModbus } from '../build-profile.ts';
import type { ProfileFile } from '../profile-file.ts';
import { type ProfileProblem, profileProblem } from './profile-problem.ts';

const MAX_STATION = 247;
/** Unit ids at which many devices with Modbus TCP answer only. */
const UNITS = ['0', '255'];

const FORMS = { 'modbus-rtu': '1 to 247', 'modbus-tcp': '0 to 247 or 255' };

export function checkIdentity(file: ProfileFile): ProfileProblem[] {
  return [...checkStation(file), ...file.identity.flatMap(checkRule)];
}

function checkStation(file: ProfileFile): ProfileProblem[] {
  const { protocol } = file;
  const { address } = file.defaults;
  const station = Number(address);
  const fits = isModbus(file)
    ? (address.length <= 3 && station >= 1 && station <= MAX_STATION) ||
      (protocol === 'modbus-tcp' && UNITS.includes(address))
    : address.length === 12;
  const form = isModbus(file) ? FORMS[file.protocol] : 'twelve digits, or AA for any digits';
  return fits
    ? []
    : [profileProblem('station-address', 'defaults/address', { found: address, protocol, form })];
}

type Rule = ProfileFile['identity'][number];

function checkRule(rule: Rule, index: number): ProfileProblem[] {
  const field = `identity/${index}`;
  const text = 'startsWith' in rule && rule.startsWith !== undefined;
  const conditions = [text, rule.equals !== undefined, rule.between !== undefined];
  if (conditions.filter(Boolean).length !== 1) {
    const form = 'exactly one of equals, between and startsWith';
    return [profileProblem('rule-incomplete', field, { form })];
  }
  if (!text && rule.type === undefined) return [profileProblem('missing', `${field}/type`)];
  const [low, high] = rule.between ?? [0, 0];
  return low > high ? [profileProblem('range-empty', `${field}/between`, { low, high })] : [];
}
