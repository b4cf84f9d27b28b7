/** A provider publishes settings of any type and size. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openProvider } from '../../src/areas/identity/single-sign-on/open-provider.ts';
import { RememberedMetadata } from '../../src/areas/identity/single-sign-on/remembered-metadata.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { manualClock } from '../support/manual-clock.ts';
import { SETTINGS, ssoFixture } from './sso-fixture.ts';

const ANNA = { sub: 'anna', groups: ['staff'], preferred_username: 'user.anna' };
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const many = Array.from({ length: 2_000 }, (_, i) => `scope-${i}`);

describeWithDatabase('published settings', (database) => {
  const sso = ssoFixture(database);
  beforeAll(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  afterEach(() => {
    sso.provider.publish = undefined;
  });
  const test = async () => {
    const { issuer, client_id } = await sso.settingsOf(sso.admin.client);
    return sso.admin.client.post(`${SETTINGS}/test`, { issuer, client_id });
  };
  const open = () => {
    const { customerId } = sso.customer;
    const provider = { customerId, issuer: sso.provider.issuer, clientId: 'x', clientSecret: 'x' };
    const { signal } = new AbortController();
    return openProvider(sso.server.parts.context, provider, signal, { isFresh: true });
  };

  it.each<[string, Record<string, unknown>]>([
    ['a number as scopes', { scopes_supported: 5 }],
    ['an object as scopes', { scopes_supported: {} }],
    ['a text as scopes', { scopes_supported: 'groups' }],
    ['2000 scopes', { scopes_supported: many }],
    ['a number as client authentication', { token_endpoint_auth_methods_supported: 5 }],
    ['a number as signatures', { id_token_signing_alg_values_supported: 5 }],
    ['a number as issuer', { issuer: 5 }],
    ['no issuer', { issuer: null }],
    ['a number as login page', { authorization_endpoint: 5 }],
    ['a path as login page', { authorization_endpoint: '/login' }],
    ['a number as token endpoint', { token_endpoint: 5 }],
    ['a path as address of the keys', { jwks_uri: 'keys' }],
    ['a number as user information', { userinfo_endpoint: 5 }],
    ['an object as sign-out page', { end_session_endpoint: {} }],
    ['a long login page', { authorization_endpoint: `https://x.example/${'x'.repeat(500)}` }],
  ])('with %s are refused', async (_name, published) => {
    sso.provider.publish = (settings) => ({ ...settings, ...published });
    const { status, body } = await test();
    expect({ status, ...body }).toMatchObject({ status: 200, reason: 'sso-provider-invalid' });
  });

  it.each([
    ['a list', () => []],
    ['a number', () => 5],
  ])('that are %s are refused', async (_name, publish) => {
    sso.provider.publish = publish as never;
    const { status, body } = await test();
    expect({ status, ...body }).toMatchObject({ status: 200, reason: 'sso-provider-invalid' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['another type in a list', { scopes_supported: ['groups', 5, null, {}] }],
    ['deep lists in an unknown field', { more: deep(3_000) }],
    ['deep lists as scopes', { scopes_supported: ['groups', deep(3_000)] }],
    ['large unknown fields', { more: 'x'.repeat(900_000) }],
    [
      'null as optional fields',
      { token_endpoint_auth_methods_supported: null, userinfo_signing_alg_values_supported: null },
    ],
  ])('with %s permit to sign in', async (_name, published) => {
    sso.provider.publish = (settings) => ({ ...settings, ...published });
    expect((await test()).body).toMatchObject({ code: 0 });
    expect((await sso.signIn(ANNA)).body).toMatchObject({ code: 0 });
  });

  it('are remembered in a few KB, without fields that are not used', async () => {
    sso.provider.publish = (settings) => ({
      ...settings,
      ...{ more: 'x'.repeat(900_000), __proto__: { x: 1 } },
      scopes_supported: [...many.slice(0, 900), 'groups', 'groups'],
    });
    const opened = await open();
    const metadata = opened.ok ? opened.value.serverMetadata() : undefined;
    expect(metadata?.scopes_supported).toEqual(['groups']);
    expect(JSON.stringify(metadata).length).toBeLessThan(2_000);
    expect(metadata).not.toHaveProperty('more');
  });
});

describe('remembered settings', () => {
  const issuer = 'https://login.example';
  const metadata = { issuer };

  it('end after ten minutes and leave the memory', () => {
    const clock = manualClock(0);
    const remembered = new RememberedMetadata();
    remembered.store({ clock }, { customerId: 1, issuer }, metadata);
    expect(remembered.find({ clock }, { customerId: 1, issuer })).toBe(metadata);
    expect(remembered.find({ clock }, { customerId: 1, issuer: 'https://x' })).toBeUndefined();
    expect(remembered.find({ clock }, { customerId: 2, issuer })).toBeUndefined();
    clock.advance(10 * 60_000);
    expect(remembered.find({ clock }, { customerId: 1, issuer })).toBeUndefined();
    remembered.store({ clock }, { customerId: 2, issuer }, metadata);
    expect(remembered.size).toBe(1);
  });

  it('of one customer displace only its own', () => {
    const clock = manualClock(0);
    const remembered = new RememberedMetadata();
    for (let id = 0; id < 500; id++) {
      remembered.store({ clock }, { customerId: id, issuer }, metadata);
    }
    for (let i = 0; i < 1_000; i++) {
      remembered.store({ clock }, { customerId: 7, issuer: `${issuer}/${i}` }, metadata);
    }
    expect(remembered.size).toBe(500);
    expect(remembered.find({ clock }, { customerId: 0, issuer })).toBe(metadata);
    remembered.store({ clock }, { customerId: 500, issuer }, metadata);
    expect(remembered.size).toBe(500);
    expect(remembered.find({ clock }, { customerId: 0, issuer })).toBeUndefined();
  });
});
