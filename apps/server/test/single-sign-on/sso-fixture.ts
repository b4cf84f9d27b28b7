/** Two customers, a server and two providers, and the steps of a sign-in. */
import type { TestDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildGroup, PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { type Answer, type HttpClient, httpClient } from '../support/http-client.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startServer } from '../support/start-server.ts';
import { type OidcServer, type Person, startOidcServer } from './oidc-server.ts';
import { providerBrowser } from './provider-browser.ts';

/** The host that the test client names. */
export const PUBLIC_URL = 'http://busbar-test';
export const OWN = '/api/v2/my/single-sign-on';
export const SETTINGS = '/api/v2/single-sign-on-settings';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

export function ssoFixture(database: TestDatabase) {
  const provider = fixture(startOidcServer);
  const other = fixture(startOidcServer);
  // The provider reads the clock of the machine.
  const clock = manualClock(Date.now());
  const server = fixture(() =>
    startServer(database, {
      clock,
      env: {
        ROLES: 'api',
        PUBLIC_URL,
        OUTBOUND_HTTP: '1',
        OUTBOUND_PRIVATE: '127.0.0.1/32',
        OUTBOUND_PORTS: `${provider.port},${other.port}`,
      },
    }),
  );
  const customer = fixture(() => buildCustomer(server.parts.context));
  const stranger = fixture(() => buildCustomer(server.parts.context));
  const admin = fixture(() => buildAdmin(customer));
  const strangeAdmin = fixture(() => buildAdmin(stranger));
  const below = fixture(() => buildGroup(server.parts.context, customer, 'Below'));

  async function buildAdmin(of: Customer) {
    const client = await buildClient(server, of, { role: 'admin', browser: true });
    return { client, customerId: client.customerId, userName: client.userName };
  }

  const settingsOf = async (client: HttpClient) => (await client.get(SETTINGS)).body.data;

  /** Registers Busbar at the provider and saves the settings of the customer. */
  async function configure(
    { client, customerId }: { client: HttpClient; customerId: number },
    at: OidcServer,
    over: Record<string, unknown> = {},
    groupId = customer.groupId,
  ): Promise<Answer> {
    const before = await settingsOf(client);
    const id = `busbar-${customerId}`;
    await at.register({
      ...{ id, secret: `secret-${customerId}` },
      redirectUri: before.callback_address,
      signedOutUri: before.signed_out_address,
    });
    return client.put(SETTINGS, {
      name: 'Example',
      issuer: at.issuer,
      client_id: id,
      client_secret: `secret-${customerId}`,
      group_claim: 'groups',
      creates_users: true,
      allows_passwords: true,
      groups: [
        { provider_group: 'operators', role: 'operator', group_id: String(groupId) },
        { provider_group: 'staff', role: 'viewer', group_id: String(groupId) },
      ],
      revision: before.revision,
      ...over,
    });
  }

  const browser = () => httpClient(server.app, { browser: true });

  async function begin(who: HttpClient, of: HttpClient, returnPath?: string): Promise<Answer> {
    const { sign_in_address: address } = await settingsOf(of);
    return who.post('/api/v2/single-sign-on/begin', {
      address: address.split('/').at(-1),
      ...(returnPath === undefined ? {} : { return_path: returnPath }),
    });
  }

  /** Sends what the provider sent back, as the page of the callback does. */
  const finish = (who: HttpClient, answer: URL): Promise<Answer> =>
    who.post('/api/v2/single-sign-on/finish', {
      customer_id: answer.pathname.split('/').at(-1),
      query: answer.search.slice(1),
    });

  /** Signs this person in at the provider of the customer. */
  async function signIn(
    person: Person,
    { who = browser(), of = admin.client, at = provider as OidcServer } = {},
  ): Promise<Answer> {
    clock.stepTo(Math.max(clock.now(), Date.now()));
    at.person = person;
    const begun = await begin(who, of);
    if (begun.body.code !== 0) return begun;
    const finished = await finish(who, await providerBrowser().open(begun.body.data.url));
    who.token = finished.body.data?.session?.token ?? who.token;
    return finished;
  }

  /** Deletes the provider of the customer. */
  async function remove(client: HttpClient): Promise<Answer> {
    const { revision } = await settingsOf(client);
    return client.delete(`${SETTINGS}?revision=${revision}`);
  }

  /** Links the user of this client with the account of the provider. */
  async function link(who: HttpClient, sub: string, at = provider as OidcServer): Promise<Answer> {
    at.person = { sub, groups: ['staff'] };
    const begun = await who.post(`${OWN}/link`, { password: PASSWORD });
    if (begun.body.code !== 0) return begun;
    return finish(who, await providerBrowser().open(begun.body.data.url));
  }

  /** A user with a password who is linked with the account. */
  async function linkedUser(sub: string, role: 'operator' | 'admin' = 'operator') {
    const user = await buildClient(server, customer, { role, browser: true });
    const { body } = await link(user, sub);
    if (body.code !== 0) throw new Error(`not linked: ${body.reason}`);
    return user;
  }

  /** A new session, for a test that has moved the clock. */
  const freshAdmin = async () => (await buildAdmin(customer)).client;

  return {
    ...{ provider, other, clock, server, customer, stranger, admin, strangeAdmin, below },
    ...{ settingsOf, configure, browser, freshAdmin, begin, finish, signIn },
    ...{ remove, link, linkedUser },
  };
}
