/**
 * Templates of protection parameters that are compared with or written to many devices, in addition
 * to the calls of docs/specification/calls.md.
 */
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { type GivenRecord, protectionBody, protectionExample } from '../../protection-record.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/protection-templates';

/** Keyed by set name; each set is complete, under wire names, as text. */
const GivenSets = Type.Unsafe<Readonly<Record<string, GivenRecord>>>(
  Type.Object(
    Object.fromEntries(
      PROTECTIONS.map((definition) => [definition.name, Type.Optional(protectionBody(definition))]),
    ),
  ),
);

/** Incremented by each save; a change must send the version that was read. */
const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const TextSets = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()));

const Template = Type.Object({
  id: Type.String(),
  name: Type.String(),
  sets: TextSets,
  changed_by: Type.String(),
  changed_at: Type.Number(),
  version: Version,
  /** False for a template of a group above the caller's, which can be used but not changed. */
  changeable: Type.Boolean(),
});

const exampleSets = { overVoltage: protectionExample(OVER_VOLTAGE) };

const DeviceList = Type.Object({
  device_codes: Type.Array(Id, { minItems: 1, maxItems: 2_000 }),
});

const Started = { data: Type.Object({ run_id: Type.String() }) };

export const TemplateRunData = Type.Object({
  run_id: Type.String(),
  template_name: Type.String(),
  /** One of `compare` and `write`. */
  kind: Type.String(),
  sets: TextSets,
  user_name: Type.String(),
  created_at: Type.Number(),
  ends_at: Type.Number(),
  /** Null while a step of the run is not complete. */
  ended_at: Nullable(Type.Number()),
  steps: Type.Array(
    Type.Object({
      device_code: Type.String(),
      device_name: Type.String(),
      set: Type.String(),
      /** One of waiting, asked, same, different, refused, not-answered and cancelled. */
      state: Type.String(),
      reason: Nullable(Type.String()),
      msg: Nullable(Type.String()),
      /**
       * Keyed by wire name: true if the device's value equals the template's; null if the device
       * has not reported it.
       */
      fields: Nullable(Type.Record(Type.String(), Type.Boolean())),
      /** The value that the device reported, as text. */
      found: Nullable(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
});

export const protectionTemplateCalls = defineCalls({
  'v2.protection-templates': {
    method: 'GET',
    path: PATH,
    summary: 'Templates of protection parameters',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: { data: Type.Object({ list: Type.Array(Template) }) },
    tenantIds: [],
    example: {},
  },
  'v2.protection-templates.add': {
    method: 'POST',
    path: PATH,
    summary: 'Keep sets of protection parameters under a name',
    who: 'protection.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ name: Text(), sets: GivenSets }),
    answer: { data: Template },
    tenantIds: [],
    example: { body: { name: 'Feeders', sets: exampleSets } },
  },
  'v2.protection-templates.change': {
    method: 'PUT',
    path: `${PATH}/:id`,
    summary: 'Change name and sets of a template',
    who: 'protection.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ name: Text(), sets: GivenSets, version: Version }),
    answer: { data: Template },
    tenantIds: [{ at: 'params.id', of: 'protection-template', miss: 'not-found' }],
    example: {
      params: { id: '{protection-template}' },
      body: { name: 'Feeders 63 A', sets: exampleSets, version: 1 },
    },
  },
  'v2.protection-templates.delete': {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Delete a template; what was written stays',
    who: 'protection.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'protection-template', miss: 'not-found' }],
    example: { params: { id: '{protection-template}' } },
  },
  'v2.protection-templates.compare': {
    method: 'POST',
    path: `${PATH}/:id/compare`,
    summary: 'Read many devices and compare each field with the template',
    who: 'protection.write',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    body: DeviceList,
    answer: Started,
    tenantIds: [
      { at: 'params.id', of: 'protection-template', miss: 'not-found' },
      { at: 'body.device_codes.0', of: 'device', miss: 'not-found' },
    ],
    example: { params: { id: '{protection-template}' }, body: { device_codes: ['{device}'] } },
  },
  'v2.protection-templates.write': {
    method: 'POST',
    path: `${PATH}/:id/write`,
    summary: 'Write a template to many devices, one after the other, and read each back',
    who: 'protection.write',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    body: Type.Object({
      ...DeviceList.properties,
      /** The caller's password, required if the number of devices exceeds the limit per minute. */
      password: Type.Optional(Text()),
    }),
    answer: Started,
    tenantIds: [
      { at: 'params.id', of: 'protection-template', miss: 'not-found' },
      { at: 'body.device_codes.0', of: 'device', miss: 'not-found' },
    ],
    example: { params: { id: '{protection-template}' }, body: { device_codes: ['{device}'] } },
  },
  'v2.protection-templates.run': {
    method: 'GET',
    path: `${PATH}/runs/:id`,
    summary: 'Where a comparison or a writing stands, device by device and field by field',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: TemplateRunData },
    tenantIds: [{ at: 'params.id', of: 'template-run', miss: 'not-found' }],
    example: { params: { id: '{template-run}' } },
  },
  'v2.protection-templates.run.cancel': {
    method: 'DELETE',
    path: `${PATH}/runs/:id`,
    summary: 'Ask no further devices of a comparison or a writing',
    who: 'protection.write',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    answer: { data: TemplateRunData },
    tenantIds: [{ at: 'params.id', of: 'template-run', miss: 'not-found' }],
    example: { params: { id: '{template-run}' } },
  },
});
