/** Names with markup: every call that takes a name rejects it and reports the field. */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { NAME_FIELDS, VALIDATED_BY_THE_CALL } from '@busbar/contract/name-fields';
import { beforeAll, describe, expect, it } from 'vitest';
import { refuseMarkedName } from '../../src/http/validation/marked-name.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { fixture } from '../support/fixture.ts';
import { isOfPlatform } from './call-role.ts';
import { buildCatalogueFixture, type CatalogueFixture } from './catalogue-fixture.ts';
import { exampleRequest, type Request, send, withId } from './requests.ts';

const MARKED = ['<b>Hall</b>', 'Hall <img src=x onerror=alert(1)>', '1 > 2'];

const calls: readonly CallSpec[] = CATALOGUE;
const specOf = (name: string) => calls.find((call) => call.name === name)!;

/** Fields of lists have a separate table below, because an example does not contain every list. */
const plain = [
  ...Object.entries(NAME_FIELDS).flatMap(([name, fields]) =>
    fields.map((field) => [name, field, 'name-has-markup'] as const),
  ),
  ...Object.entries(VALIDATED_BY_THE_CALL).flatMap(([name, { fields, refusal }]) =>
    fields.map((field) => [name, field, refusal] as const),
  ),
].filter(([, field]) => !field.includes('*'));

/**
 * Returns the version that the caller has seen, for calls that require it and would refuse the
 * request without it.
 */
const asSeen: Readonly<Record<string, (world: CatalogueFixture) => Promise<object>>> = {
  'v2.groups.rename': async ({ app, own, token }) => {
    const groups = await app.inject({
      url: '/api/v2/groups',
      headers: { authorization: await token('admin') },
    });
    const { list } = groups.json().data as { list: { id: number; name: string }[] };
    return { was: list.find(({ id }) => id === own.groupId)!.name };
  },
  'v2.roles.change': async ({ app, own, token }) => {
    const roles = await app.inject({
      url: '/api/v2/roles',
      headers: { authorization: await token('admin') },
    });
    const { list } = roles.json().data as { list: { id: number | null; changed_at: number }[] };
    return { changed_at: list.find(({ id }) => id === own.roleId)!.changed_at };
  },
};

/** The field of a body, `profile.maker` for one inside an object. */
const withField = (request: Request, field: string, value: string) =>
  withId(request, { at: `body.${field}`, of: 'device', miss: 'empty' }, value);

describeWithDatabase('names with markup', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  let before: string;
  beforeAll(async () => {
    before = await fingerprint(world.database, world.own.customerId);
  });

  it.each(plain)('are rejected by %s in %s', async (name, field, refusal) => {
    const { app, own } = world;
    const call = specOf(name);
    const role = isOfPlatform(call) ? 'platform' : 'admin';
    const request = exampleRequest(call, own, own.users[role].userId);
    const token = await world.token(role);
    const seen = (await asSeen[name]?.(world)) ?? {};
    for (const marked of MARKED) {
      const body = { ...request.body, ...seen };
      const sent = withField({ ...request, body }, field, marked);
      const answer = await send(app, call, sent, token);
      expect(answer.json()).toMatchObject({ reason: refusal, field });
    }
  });

  it('change no row of the customer', async () => {
    expect(await fingerprint(world.database, world.own.customerId)).toBe(before);
  });
});

describe('names with markup in lists', () => {
  it.each([
    [
      'v2.rate.add',
      { calendar: { seasons: [{ name: 'a' }, { name: 'b>' }] } },
      'calendar.seasons.1.name',
    ],
    [
      'v1.device.rate.addOrUpdate',
      { calendar: { seasons: [{ name: '<' }] } },
      'calendar.seasons.0.name',
    ],
    ['v2.tower-device.add', { name: 'T', users: [{ name: 'a' }, { name: '<i>' }] }, 'users.1.name'],
    ['v2.tower-device.change', { users: [{ name: '<i>' }] }, 'users.0.name'],
    ['v2.project-visit.add', { worker: 'Li', parts: [{ name: 'LED <1>' }] }, 'parts.0.name'],
    ['v2.project-visit.change', { parts: [{ name: 'LED' }, { name: '<' }] }, 'parts.1.name'],
  ])('are rejected by %s: %o', (name, body, field) => {
    expect(refuseMarkedName(specOf(name), body)).toMatchObject({
      refusal: 'name-has-markup',
      field,
    });
  });

  it('are not reported in requests without the list, or in calls without names', () => {
    for (const body of [undefined, {}, { calendar: null }, { calendar: { seasons: 1 } }]) {
      expect(refuseMarkedName(specOf('v2.rate.add'), body)).toBeUndefined();
    }
    expect(refuseMarkedName(specOf('v2.login'), { name: '<b>' })).toBeUndefined();
  });
});
