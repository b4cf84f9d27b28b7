/**
 * One check at the edge, from the contract. Query strings are text and are converted; bodies are
 * JSON and are taken as they are typed. Fields the contract does not name are dropped before a
 * handler can see them (no mass assignment).
 */

import { Ajv } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const common = { removeAdditional: 'all', useDefaults: true, allErrors: false } as const;
const strict = new Ajv({ ...common, coerceTypes: false });
const converting = new Ajv({ ...common, coerceTypes: true });

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'querystring' || httpPart === 'params' ? converting : strict).compile(schema);

interface SchemaError {
  readonly instancePath?: string;
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** One sentence that names the field and what is asked of it, never the value sent. */
export function explainValidation(
  part: string | undefined,
  errors: readonly SchemaError[],
): { msg: string; field?: string } {
  const first = errors[0];
  const missing = first?.params?.missingProperty;
  const path = (first?.instancePath ?? '').slice(1).replaceAll('/', '.');
  const field = [path, typeof missing === 'string' ? missing : ''].filter(Boolean).join('.');
  if (field === '') return { msg: `Bad request: ${part ?? 'the request'} is not as described` };
  if (typeof missing === 'string') return { msg: `Bad request: ${field} is missing`, field };
  return { msg: `Bad request: ${field} ${first?.message ?? 'is not valid'}`, field };
}
