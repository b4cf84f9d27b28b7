/**
 * Validates requests against the contract. Path and query parameters are converted from text to the
 * types of the contract; bodies are JSON and are not converted. Fields that the contract does not
 * name are removed before a handler can read them (no mass assignment). A schema is compiled when a
 * request needs it for the first time: compiling all of them would take a third of the startup
 * time.
 */

import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { tidyFields } from './tidy-fields.ts';

const common = {
  removeAdditional: 'all',
  useDefaults: true,
  allErrors: false,
  // Required because an error message lists the values that its schema allows.
  verbose: true,
} as const;
const strict = new Ajv({ ...common, coerceTypes: false });
const converting = new Ajv({ ...common, coerceTypes: true });
for (const ajv of [strict, converting]) ajv.addVocabulary(['x-identifier']);

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'querystring' || httpPart === 'params' ? converting : strict;
  let compiled: ValidateFunction | undefined;
  const accepts = acceptanceBy(ajv);
  /** A request without a body is treated as an empty form. */
  return (input: unknown) => {
    compiled ??= ajv.compile(schema);
    const value = httpPart === 'params' ? input : tidyFields(schema, input ?? {}, accepts);
    // The result type declares `error` as an Error only; Fastify also accepts Ajv's list.
    return compiled(value) ? { value } : { error: compiled.errors as unknown as Error };
  };
};

/** The schema of a single field is compiled when an empty value for it first arrives. */
function acceptanceBy(ajv: Ajv): (schema: TSchema, value: unknown) => boolean {
  const compiled = new Map<TSchema, ValidateFunction>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    return validate(value) === true;
  };
}
