/**
 * The two envelopes (docs/specification/platform.md 4.1): v1 `errCode`/`msg`, v2 `code`/`msg`; 0 is
 * success. `reason` (a stable key from the domain's refusals) and `request_id` are our additions:
 * the web client selects the translation by `reason`, and support finds a failure by `request_id`.
 */
import { Type } from 'typebox';
import type { CallSpec } from './call.ts';

const additions = {
  reason: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
};

/** The response schema of a call at status 200; a refusal omits the call's own fields. */
export function answerSchema(call: CallSpec) {
  const own = Object.fromEntries(
    Object.entries(call.answer).map(([key, schema]) => [key, Type.Optional(schema)]),
  );
  if (call.version === 'health') return Type.Object(own);
  const head =
    call.version === 'v1'
      ? { errCode: Type.Integer(), msg: Type.String() }
      : { code: Type.Integer(), msg: Type.String() };
  return Type.Object({ ...head, ...own, ...additions });
}

export interface V1Envelope {
  errCode: number;
  msg: string;
  reason?: string;
  field?: string;
  request_id?: string;
}

export interface V2Envelope {
  code: number;
  msg: string;
  reason?: string;
  field?: string;
  request_id?: string;
}
