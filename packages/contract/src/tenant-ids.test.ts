/**
 * docs/promises.md T1: the generated tests request every field that identifies a customer's
 * resource with an id of another customer. This test finds those fields by their names anywhere in
 * a request, so that a new field must be declared or explained.
 */
import { expect, it } from 'vitest';
import type { CallSpec } from './call.ts';
import { CATALOGUE } from './catalogue.ts';

const calls: readonly CallSpec[] = CATALOGUE;

/** Matches id, device_id, groupId, device_codes, ids, slave_ids … */
const NAMES_SOMETHING =
  /(^|_)(id|ids|code|codes)$|[a-z](Id|Ids|Code|Codes)$|^(device|devices|group|groups|rate|user|users|project|tower|session|template)$/;

/**
 * Fields that match the pattern but do not identify a resource of a customer, each with the reason.
 */
const OTHERS: Readonly<Record<string, string>> = {
  'v2.login body.client_id': 'a word of the client about itself',
  'v1.sys.login body.client_id': 'a word of the client about itself',
  'v2.login.code body.code': 'six digits or a recovery code',
  'v2.my.single-sign-on.link body.code': 'six digits or a recovery code',
  'v2.my.single-sign-on.unlink body.code': 'six digits or a recovery code',
  'v2.sso.finish body.customer_id':
    'opened by the state in the query; test/single-sign-on/foreign-answers.test.ts',
  'v2.sso.logout params.customer_id':
    'opened by the signature of the provider; test/single-sign-on/logout/logout-tokens.test.ts',
  'v2.sso.settings.change body.client_id': 'the name of this platform at the provider',
  'v2.sso.settings.change body.groups': 'a list, whose fields are declared',
  'v2.sso.settings.test body.client_id': 'the name of this platform at the provider',
  'v2.my.second-factor.confirm body.code': 'six digits',
  'v2.my.second-factor.remove body.code': 'six digits or a recovery code',
  'v2.my.second-factor.recovery-codes body.code': 'six digits or a recovery code',
  'v2.serial-line.meters.add body.operator_code': 'eight digits for the meter',
  'v2.serial-line.meters.change body.operator_code': 'eight digits for the meter',
  'v2.register body.chinese_code': 'a name to be taken',
  'v2.register body.english_code': 'a name to be taken',
  'v2.register body.zone_id': 'the same for all customers',
  'v2.register body.currency_id': 'the same for all customers',
  'v2.registrations.change body.zone_id': 'the same for all customers',
  'v2.registrations.change body.currency_id': 'the same for all customers',
  'v2.currency.change body.id': 'the same for all customers',
  'v2.device-types.change params.id': 'the same for all customers',
  'v2.audit body.customer_id':
    'opened by the activation password; test/access/registration.test.ts',
  'v1.device.addOrUpdate body.deviceSymbolCode': 'a code to be taken',
  'v1.device.dryNode.update body.id': 'compared with that of the device, which is declared',
  'v2.configuration.mail body.user': 'the name of an account at the mail server',
  'v2.tower.encode-msg body.command_code': 'of the protocol',
  'v2.tower.explain-msg body.code': 'a frame',
  'v2.tower.mqtt-pub-sub body.send_code': 'a frame',
  'v2.tower.favourites.add body.command_code': 'of the protocol',
  'v2.project-control body.device_codes': 'only compared with the devices of the lamp groups',
  'v2.tower-device.add body.users': 'a list, whose fields are declared',
  'v2.tower-device.change body.users': 'a list, whose fields are declared',
};

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

function fieldsOf(shape: Shape | undefined, at: string): string[] {
  if (shape === undefined) return [];
  const inside = Object.entries(shape.properties ?? {}).flatMap(([name, of]) => [
    ...(NAMES_SOMETHING.test(name) ? [`${at}.${name}`] : []),
    ...fieldsOf(of, `${at}.${name}`),
  ]);
  const parts = [...(shape.items === undefined ? [] : [shape.items]), ...(shape.anyOf ?? [])];
  return [...inside, ...parts.flatMap((part) => fieldsOf(part, at))];
}

/** List positions count as one field: `body.slaves.0.id` becomes `body.slaves.id`. */
const plain = (at: string): string => at.replaceAll(/\.\d+/g, '');

it('every identifying field of a request is declared or listed with a reason', () => {
  const open = calls.flatMap((call) => {
    const declared = new Set(call.tenantIds.map(({ at }) => plain(at)));
    const fields = (['params', 'query', 'body'] as const).flatMap((part) =>
      fieldsOf(call[part] as Shape | undefined, part),
    );
    return [...new Set(fields)]
      .filter((field) => !declared.has(field))
      .map((field) => `${call.name} ${field}`);
  });
  expect(open.filter((field) => OTHERS[field] === undefined)).toEqual([]);
  expect(Object.keys(OTHERS).filter((field) => !open.includes(field))).toEqual([]);
});
