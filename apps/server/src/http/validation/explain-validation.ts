/** Message for a request that does not match its schema: names the field, never the value sent. */
import { literalBranch, tellingField, type UnionBranch } from './literal-branch.ts';

export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  /** The value that does not match. */
  readonly data?: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value of the keyword in the schema. */
  readonly schema?: unknown;
}

interface Branch {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly anyOf?: readonly Branch[];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** `field` is the dotted path; undefined if the whole body, path or query has the wrong type. */
export function explainValidation(
  part: string | undefined,
  errors: readonly SchemaError[],
): { isMissing: boolean; field: string | undefined; msg: string } {
  const error = decisiveError(errors);
  const missing = error?.params['missingProperty'];
  const isMissing = typeof missing === 'string';
  const path = (error?.instancePath ?? '').slice(1).replaceAll('/', '.');
  const field = [path, isMissing ? missing : ''].filter(Boolean).join('.') || undefined;
  const subject = field ?? `the ${part ?? 'request'}`;
  const requirement = error === undefined ? 'is not valid' : requirementOf(error);
  return { isMissing, field, msg: `Bad request: ${subject} ${requirement}` };
}

/**
 * A union reports the errors of each of its branches first and its own error last. If a literal field
 * discriminates them, the error of that branch is decisive, or that of the literal.
 */
function decisiveError(errors: readonly SchemaError[]): SchemaError | undefined {
  const union = errors.findLast(({ keyword }) => keyword === 'anyOf');
  if (union === undefined) return errors[0];
  const branches = union.schema as readonly UnionBranch[];
  const at = literalBranch(branches, union.data);
  const prefix = `${union.schemaPath}/${at}/`;
  const inside = errors.filter(
    ({ schemaPath }) => at !== undefined && schemaPath.startsWith(prefix),
  );
  if (inside.length > 0) return decisiveError(inside);
  const telling = tellingField(branches);
  const hasField = typeof union.data === 'object' && union.data !== null;
  if (telling === undefined || !hasField) return union;
  const { name, values } = telling;
  return Object.hasOwn(union.data as object, name)
    ? {
        ...union,
        ...{ keyword: 'enum', instancePath: `${union.instancePath}/${name}` },
        params: { allowedValues: values },
      }
    : { ...union, keyword: 'required', params: { missingProperty: name } };
}

function requirementOf({ keyword, schema, params }: SchemaError): string {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${TYPES[String(params['type'])] ?? String(params['type'])}`;
    case 'const':
      return `must be ${String(params['allowedValue'])}`;
    case 'enum':
      return mustBe([{ enum: params['allowedValues'] as unknown[] }]);
    case 'anyOf':
      return mustBe(schema as readonly Branch[]);
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'uniqueItems':
      return 'must not name an entry twice';
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${Number(params['multipleOf'])}`;
    default:
      return 'is not in the expected form';
  }
}

function mustBe(branches: readonly Branch[]): string {
  const leaves = branches.flatMap(leavesOf);
  const values = leaves.flatMap((leaf) =>
    leaf.enum !== undefined ? leaf.enum : 'const' in leaf ? [leaf.const] : [],
  );
  const types = leaves.flatMap((leaf) =>
    leaf.enum === undefined && !('const' in leaf) ? (TYPES[leaf.type ?? ''] ?? []) : [],
  );
  const allowed = [...new Set([...values.map(String), ...types])];
  if (allowed.length === 0) return 'is not in the expected form';
  return `must be ${types.length === 0 && allowed.length > 1 ? 'one of ' : ''}${orList(allowed)}`;
}

const leavesOf = (branch: Branch): Branch[] =>
  branch.anyOf === undefined ? [branch] : branch.anyOf.flatMap(leavesOf);

function orList(terms: readonly string[]): string {
  return terms.length < 2 ? terms.join('') : `${terms.slice(0, -1).join(', ')} or ${terms.at(-1)}`;
}
