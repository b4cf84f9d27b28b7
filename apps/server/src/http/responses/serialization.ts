/**
 * Serializes responses as JSON according to the contract: fields that it does not name are omitted.
 * The serializer of a response is compiled when it is first used, as in `validation.ts`.
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
