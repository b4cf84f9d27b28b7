/** Tests that the document agrees with the catalogue on every call and is valid OpenAPI 3.1. */
import { describe, expect, it } from 'vitest';
import type { CallSpec } from './call.ts';
import { SUBJECTS, subjectOf } from './call-subject.ts';
import { CATALOGUE } from './catalogue.ts';
import { type OperationObject, openApiDocument } from './openapi.ts';

const calls: readonly CallSpec[] = CATALOGUE;
const refusals = [{ reason: 'not-found', code: 404, status: 404, text: 'x' }] as const;
// The document is serialized and parsed, as an external tool reads it.
const document = JSON.parse(
  JSON.stringify(openApiDocument(calls, { version: '9.9.9', refusals })),
) as ReturnType<typeof openApiDocument>;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [path, method, operation as OperationObject] as const,
  ),
);

describe('the OpenAPI document', () => {
  it('contains every call once, under its own name', () => {
    expect(operations.map(([, , { operationId }]) => operationId).toSorted()).toEqual(
      calls.map(({ name }) => name).toSorted(),
    );
    expect(document.info.version).toBe('9.9.9');
    expect(document.tags.map(({ name }) => name)).toEqual(SUBJECTS);
    expect(document['x-busbar'].refusals).toEqual(refusals);
  });

  it('declares exactly the parameters of each path', () => {
    for (const [path, , { parameters, operationId }] of operations) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((one) => one.in === 'path');
      expect([operationId, declared.map(({ name }) => name).toSorted()]).toEqual([
        operationId,
        places.toSorted(),
      ]);
      // OpenAPI does not allow optional path parameters.
      expect(declared.every(({ required }) => required)).toBe(true);
      expect(path).not.toContain(':');
    }
  });

  it.each(calls.map((call) => [call.name, call] as const))('fully describes %s', (name, call) => {
    const [path, method, operation] = operations.find(
      ([, , { operationId }]) => operationId === name,
    )!;
    expect(path.replaceAll(/\{(\w+)\}/g, ':$1')).toBe(call.path);
    expect(method.toUpperCase()).toBe(call.method);
    expect(operation['x-busbar']).toMatchObject({ who: call.who, effect: call.effect });
    expect(operation.security).toEqual(call.who === 'public' ? [] : [{ token: [] }]);
    const body = operation.requestBody?.content['application/json'];
    expect(body?.schema).toEqual(
      call.body === undefined ? undefined : JSON.parse(JSON.stringify(call.body)),
    );
    expect(body?.example).toEqual(call.body === undefined ? undefined : call.example.body);
    const queried = operation.parameters.filter((one) => one.in === 'query');
    expect(queried.map((one) => one.name)).toEqual(Object.keys(call.query?.properties ?? {}));
    const answers = operation.responses['200']!.content!;
    expect(Object.keys(answers['application/json']?.schema?.properties ?? {})).toEqual(
      expect.arrayContaining(Object.keys(call.answer)),
    );
    expect(Object.keys(answers).toSorted()).toEqual(
      [...(call.file ?? []), 'application/json'].toSorted(),
    );
    expect(operation.tags).toEqual([subjectOf(name)]);
  });

  it('lists the API key scopes that allow a call', () => {
    const scopes = (name: string) =>
      operations.find(([, , one]) => one.operationId === name)![2]['x-busbar'].scopes;
    expect(scopes('v2.energy-days')).toEqual(['read:readings']);
    expect(scopes('v2.alarms')).toEqual(['read:alarms']);
    expect(scopes('v2.device.control')).toEqual([]);
  });
});
