/**
 * docs/promises.md T4: finds the fields of an answer that are in no list. Where the contract leaves
 * the names of a record open, they must come from one of the lists below; an open record without a
 * list is rejected.
 */
import type { CallSpec } from '@busbar/contract/call';
import { answerSchema } from '@busbar/contract/envelope';
import { MENU_LANGUAGES } from '@busbar/domain/access/menu/menu-arrangement';
import { DEVICE_KINDS } from '@busbar/domain/device/device-type';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { FINDINGS } from '@busbar/domain/project/lamp-check';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { COMMAND_STATES } from '@busbar/domain/switch/command-state';

/** The subset of JSON Schema that answers use. */
export interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape;
}

const readings = [...Object.values(MEASUREMENT_WIRE_NAMES), ...Object.values(REGISTER_WIRE_NAMES)];
/** The name of each protection field, whole (`s1.time`) and split at the dots. */
const parameters = PROTECTIONS.flatMap(({ fields }) =>
  fields.flatMap(({ wire }) => [wire, ...wire.split('.')]),
);

/** Keyed by the field whose names the contract leaves open. */
const OPEN_NAMES: Readonly<Record<string, readonly string[]>> = {
  // Rows and means of the history.
  data: readings,
  means: readings,
  values: [...readings, ...parameters],
  verified: parameters,
  fields: parameters,
  found: parameters,
  sets: [...PROTECTIONS.map(({ name }) => name), ...parameters],
  times: COMMAND_STATES,
  names: MENU_LANGUAGES,
  findings: FINDINGS,
  kinds: DEVICE_KINDS,
};
/**
 * The audit trail details each action in free form; another test checks the details for secrets.
 */
const FREE = 'detail';

/** Answers of the health calls, which have no envelope, while the process is not ready. */
const NOT_READY: Shape = { type: 'object', properties: { code: {}, msg: {}, request_id: {} } };

const schemas = new Map<string, Shape>();

/** Returns the paths of the fields of an answer, of any status, that are in no list. */
export function unlistedFields(call: CallSpec, answer: unknown): string[] {
  const schema = schemas.get(call.name) ?? shapeOf(call);
  schemas.set(call.name, schema);
  return unlisted(schema, answer, '', '');
}

function shapeOf(call: CallSpec): Shape {
  const answer = answerSchema(call) as Shape;
  return call.version === 'health' ? { anyOf: [answer, NOT_READY] } : answer;
}

function unlisted(shape: Shape, value: unknown, path: string, field: string): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (shape.anyOf !== undefined) {
    const branches = shape.anyOf.map((branch) => unlisted(branch, value, path, field));
    return branches.toSorted((one, other) => one.length - other.length)[0]!;
  }
  if (Array.isArray(value)) {
    // This branch has another kind, so it is not the intended one.
    if (shape.type !== undefined && shape.type !== 'array') return [`${path}: no list`];
    return value.flatMap((item) => unlisted(shape.items ?? {}, item, `${path}[]`, field));
  }
  if (shape.type !== undefined && shape.type !== 'object') return [`${path}: no record`];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (inner === undefined) return [];
    const listed = shape.properties?.[name];
    if (listed !== undefined) return unlisted(listed, inner, `${path}.${name}`, name);
    if (isOpen(shape) && (field === FREE || OPEN_NAMES[field]?.includes(name) === true)) {
      return unlisted(valueShape(shape), inner, `${path}.${name}`, field);
    }
    return [`${path}.${name}`];
  });
}

/** Returns true for a record with free names, or a value that the contract does not describe. */
const isOpen = (shape: Shape) =>
  shape.patternProperties !== undefined ||
  typeof shape.additionalProperties === 'object' ||
  shape.type === undefined;

const valueShape = ({ patternProperties, additionalProperties }: Shape): Shape =>
  Object.values(patternProperties ?? {})[0] ?? additionalProperties ?? {};
