/** Checks a value against the shape of profile files and names the fields that do not fit. */

import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Dlt645File, ModbusFile, type ProfileFile } from '../profile-file.ts';
import { type ProfileProblem, profileProblem } from './profile-problem.ts';

const modbusShape = Compile(ModbusFile);
const dlt645Shape = Compile(Dlt645File);
const PROTOCOLS = ['modbus-rtu', 'modbus-tcp', 'dlt645-2007'];

/** The form that the pattern of a field describes, by the name of the field. */
const FORMS: Readonly<Record<string, string>> = {
  address: 'an address such as 0x5B00 or 20',
  identifier: 'eight hexadecimal digits such as 02010100',
  id: 'lower-case letters, digits and hyphens',
  notAvailable: 'a raw value such as 0xFFFF',
};

type Shape =
  | { readonly file: ProfileFile; readonly problems: readonly [] }
  | { readonly file?: undefined; readonly problems: readonly ProfileProblem[] };

export function checkShape(value: unknown): Shape {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [profileProblem('wrong-shape', '', { detail: 'must be an object' })] };
  }
  const protocol = 'protocol' in value ? value.protocol : undefined;
  // One shape for each protocol: the problems of a union would not name the field.
  if (protocol === 'dlt645-2007') {
    if (dlt645Shape.Check(value)) return { file: value, problems: [] };
    return { problems: dlt645Shape.Errors(value).flatMap(problemsOf) };
  }
  if (protocol === 'modbus-rtu' || protocol === 'modbus-tcp') {
    if (modbusShape.Check(value)) return { file: value, problems: [] };
    return { problems: modbusShape.Errors(value).flatMap(problemsOf) };
  }
  if (protocol === undefined) return { problems: [profileProblem('missing', 'protocol')] };
  return {
    problems: [profileProblem('not-one-of', 'protocol', { allowed: PROTOCOLS.join(', ') })],
  };
}

function problemsOf(error: TLocalizedValidationError): ProfileProblem[] {
  const field = error.instancePath.slice(1);
  const inside = (name: string) => (field === '' ? name : `${field}/${name}`);
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => profileProblem('missing', inside(name)));
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) =>
        profileProblem('unknown-field', inside(name)),
      );
    // Repeats what additionalProperties reports.
    case 'boolean':
      return [];
    case 'enum':
      return [
        profileProblem('not-one-of', field, { allowed: error.params.allowedValues.join(', ') }),
      ];
    case 'pattern': {
      const steps = field.split('/').filter((step) => !/^\d+$/.test(step));
      const name = steps.findLast((step) => FORMS[step] !== undefined);
      const form = name === undefined ? `text of the form ${error.params.pattern}` : FORMS[name]!;
      return [profileProblem('wrong-form', field, { form })];
    }
    default:
      return [profileProblem('wrong-shape', field, { detail: error.message })];
  }
}
