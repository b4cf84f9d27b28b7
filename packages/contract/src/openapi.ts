/**
 * The catalogue of calls as an OpenAPI 3.1 document, for external tools and the interface page. It
 * repeats nothing: paths, shapes, limits and examples come from the contract; facts that OpenAPI
 * cannot express are under `x-busbar`.
 */
import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { Refusal } from '@busbar/domain/refusal';
import { API_SCOPE_CALLS } from './api-scopes.ts';
import type { CallScope, CallSpec, Who } from './call.ts';
import { SUBJECTS, type Subject, subjectOf } from './call-subject.ts';
import { answerSchema } from './envelope.ts';
import { REALTIME_TYPES } from './realtime.ts';

/** The subset of JSON Schema 2020-12 that the contract's schemas use. */
export interface SchemaObject {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly SchemaObject[];
  readonly items?: SchemaObject;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  /** The schema of every value of a record, under the single pattern of its keys. */
  readonly patternProperties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: SchemaObject;
  readonly example?: unknown;
}

/** Keyed by media type; a file has no schema. */
type Content = Readonly<
  Record<string, { readonly schema?: SchemaObject; readonly example?: unknown }>
>;

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly Subject[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
  readonly 'x-busbar': {
    readonly version: CallSpec['version'];
    readonly who: Who;
    readonly scope: CallScope;
    readonly effect: CallSpec['effect'];
    /** API key scopes that allow the call; empty if it requires a session. */
    readonly scopes: readonly ApiScope[];
    /** Body limit of a call that uploads a file; if absent, the limit is 256 KiB. */
    readonly bodyLimitBytes?: number;
  };
}

export type HttpMethod = 'get' | 'post' | 'put' | 'delete';

/** One row of the closed list of refusals. */
export interface RefusalRow {
  readonly reason: Refusal;
  /** `code` in v2 and `errCode` in v1. */
  readonly code: number;
  /** HTTP status in v2. */
  readonly status: number;
  readonly text: string;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: Subject }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, OperationObject>>>>>;
  readonly components: {
    readonly securitySchemes: { readonly token: Readonly<Record<string, string>> };
  };
  readonly 'x-busbar': {
    readonly refusals: readonly RefusalRow[];
    readonly socket: { readonly path: string; readonly messages: readonly string[] };
  };
}

export function openApiDocument(
  calls: readonly CallSpec[],
  { version, refusals }: { readonly version: string; readonly refusals: readonly RefusalRow[] },
): OpenApiDocument {
  const paths: Record<string, Partial<Record<HttpMethod, OperationObject>>> = {};
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    const method = call.method.toLowerCase() as HttpMethod;
    paths[path] = { ...paths[path], [method]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Busbar',
      version,
      description: 'Monitoring and remote control of electrical power devices',
    },
    servers: [{ url: '/' }],
    tags: SUBJECTS.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session, or an API key (bsk_…)',
        },
      },
    },
    'x-busbar': {
      refusals,
      socket: { path: '/api/websocket/info', messages: REALTIME_TYPES },
    },
  };
}

function operationOf(call: CallSpec): OperationObject {
  const { name, version, summary, who, scope, effect, body, bodyLimitBytes, example } = call;
  const of = example.body === undefined ? {} : { example: example.body };
  return {
    operationId: name,
    summary,
    tags: [subjectOf(name)],
    security: who === 'public' ? [] : [{ token: [] }],
    parameters: [...parametersOf(call, 'path'), ...parametersOf(call, 'query')],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(call, body as SchemaObject, of) } }),
    responses: {
      200: {
        description: 'Done, or refused: then the code is not 0 and the reason says why',
        content: { ...filesOf(call), ...json(answerSchema(call) as SchemaObject) },
      },
      ...(who === 'public' ? {} : { 401: { description: 'No living session or key' } }),
      ...(who === 'public' || who === 'signed-in'
        ? {}
        : { 403: { description: `Without the permission ${who}, or closed to API keys` } }),
      429: { description: 'Over a limit; see Retry-After' },
    },
    'x-busbar': {
      version,
      who,
      scope,
      effect,
      scopes: scopesOf(name),
      ...(bodyLimitBytes === undefined ? {} : { bodyLimitBytes }),
    },
  };
}

const json = (schema: SchemaObject, more: { readonly example?: unknown } = {}): Content => ({
  'application/json': { schema, ...more },
});

const bodyContent = (
  { acceptsForm }: CallSpec,
  schema: SchemaObject,
  of: { example?: unknown },
) => ({
  ...json(schema, of),
  ...(acceptsForm === true ? { 'application/x-www-form-urlencoded': { schema, ...of } } : {}),
});

/** A file request that is refused has a JSON response. */
const filesOf = ({ file = [] }: CallSpec): Content =>
  Object.fromEntries(file.map((type) => [type, {}]));

function parametersOf(call: CallSpec, place: 'path' | 'query'): ParameterObject[] {
  const part = place === 'path' ? 'params' : 'query';
  const shape = call[part] as SchemaObject | undefined;
  const examples = call.example[part] ?? {};
  return Object.entries(shape?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: shape?.required?.includes(name) ?? false,
    schema,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
}

function scopesOf(name: string): ApiScope[] {
  const entries = Object.entries(API_SCOPE_CALLS) as [ApiScope, readonly string[]][];
  return entries.filter(([, calls]) => calls.includes(name)).map(([scope]) => scope);
}
