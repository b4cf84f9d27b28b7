/**
 * Writes answers as JSON by the contract: fields that it does not name are left out. The writer of an
 * answer is made when one is sent for the first time, as in `validation.ts`.
 */
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => {
    write ??= fastJsonStringify(schema as object);
    return write(answer);
  };
};
