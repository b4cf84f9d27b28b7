/** Simulated breakers run as a real program over the real broker, in one process of several. */
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const PATH = '/api/v2/simulated-breaker';

/** Process ids of the simulators that this process has started, from the process table. */
function simulators(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return Number(parent) === process.pid && line.includes('--managed');
      } catch {
        // The process ended while it was examined.
        return false;
      }
    })
    .map(Number);
}

const commandLines = () =>
  simulators().map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8') + environment(pid));
const environment = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8');

describeWithDatabase('simulated breakers of two servers', (database) => {
  const first = fixture(() => startServer(database, { clock: systemClock }));
  const second = fixture(() => startServer(database, { clock: systemClock }));

  async function organisation() {
    const customer = await buildCustomer(first.parts.context);
    const admin = await buildClient(first, customer, { role: 'admin' });
    return { customer, admin };
  }
  const detail = async (client: HttpClient, code: string) =>
    (await client.get(`/api/v2/device?device_code=${code}`)).body.data;
  const position = async (client: HttpClient, code: string) => (await detail(client, code)).status;
  async function command(client: HttpClient, code: string, order: 'open' | 'close') {
    const given = await client.post('/api/v2/device/control', {
      device_code: code,
      data: { switch: order },
    });
    expect(given.body.code).toBe(0);
    const { command_id: id } = given.body.data;
    await eventually(
      async () => (await client.get(`/api/v2/device/command/${id}`)).body.data.state,
    ).toBe('confirmed');
  }

  async function openCommands(): Promise<number> {
    const { rows } = await sql`
      select from command where state in ('queued', 'sent', 'acknowledged')`.execute(database.db);
    return rows.length;
  }

  it('run, switch, survive a crash and a change of the process, and end when removed', async () => {
    expect(simulators()).toEqual([]);
    // A process that ended without releasing its lease.
    await sql`insert into simulation_lease (lease_number, holder, leased_until)
      values (1, 'ended process', now() + interval '3 seconds')`.execute(database.db);
    const { admin } = await organisation();
    const added = await admin.post(PATH, { language: 'fr' });
    expect(added.body.code).toBe(0);
    const code: string = added.body.data.device_code;
    expect(await detail(admin, code)).toMatchObject({
      device_name: 'Disjoncteur simulé',
      simulated: true,
      online: false,
    });
    expect((await admin.post(PATH, {})).body.data.device_code).toBe(code);

    // The lease expires, and one of the two servers starts the program.
    await eventually(async () => (await detail(admin, code)).load_kw, 40_000).toBeGreaterThan(0);
    expect(simulators()).toHaveLength(1);
    const { secret_hash: hash } = await database.db
      .selectFrom('device')
      .select('secret_hash')
      .where('device_code', '=', code)
      .executeTakeFirstOrThrow();
    expect(hash).not.toBeNull();
    expect(commandLines().join()).not.toContain(code);

    await command(admin, code, 'open');
    expect(await position(admin, code)).toBe('switch:openByCommand');

    // The program crashes and is started again with the breaker open.
    const [crashed] = simulators();
    process.kill(crashed!, 'SIGKILL');
    await eventually(() => simulators().filter((pid) => pid !== crashed)).toHaveLength(1);
    await eventually(async () => {
      const { rows } = await sql<{ state: string }>`
        select state from simulated_breaker`.execute(database.db);
      return rows.map(({ state }) => JSON.parse(state).units[0].contact.action);
    }).toEqual(['openByCommand']);

    // The process with the lease stops, and the other one takes over.
    const { rows: held } = await sql<{ holder: string }>`
      select holder from simulation_lease`.execute(database.db);
    const holder = [first, second].find(
      ({ parts }) => parts.context.processId === held[0]?.holder,
    )!;
    const other = holder === first ? second : first;
    const client = await buildClientOf(other, admin.customerId);
    await holder.stop();
    await eventually(simulators).toHaveLength(1);
    await eventually(async () => (await detail(client, code)).online, 40_000).toBe(true);
    expect(await position(client, code)).toBe('switch:openByCommand');
    await command(client, code, 'close');

    // Without simulated breakers there is no program and no lease.
    // Refused while a reading that was requested before the change waits for its answer, and while
    // the platform reads the parameters after the reconnect.
    await eventually(openCommands, 40_000).toBe(0);
    await eventually(async () => (await client.delete(PATH)).body.code).toBe(0);
    await eventually(simulators).toEqual([]);
    await eventually(async () => {
      const leases = await sql`select 1 from simulation_lease`.execute(database.db);
      const states = await sql`select 1 from simulated_breaker`.execute(database.db);
      return leases.rows.length + states.rows.length;
    }).toBe(0);
    expect((await client.delete(PATH)).body.code).not.toBe(0);
  });

  async function buildClientOf(server: typeof first, customerId: number) {
    const { group_id: groupId } = await database.db
      .selectFrom('user_group')
      .select('group_id')
      .where('customer_id', '=', customerId)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow();
    return buildClient(server, { customerId, groupId } as never, { role: 'admin' });
  }
});

describeWithDatabase('the simulated breaker of a customer', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  async function organisation() {
    const customer = await buildCustomer(server.parts.context);
    return { customer, admin: await buildClient(server, customer, { role: 'admin' }) };
  }

  it('is added once, however many requests arrive together', async () => {
    const { customer, admin } = await organisation();
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post(PATH, {})));
    const codes = new Set(answers.map(({ body }) => body.data.device_code));
    expect(codes.size).toBe(1);
    const rows = await database.db
      .selectFrom('device')
      .select(['device_code', 'simulated', 'group_id'])
      .where('customer_id', '=', customer.customerId)
      .execute();
    expect(rows).toEqual([
      { device_code: [...codes][0], simulated: true, group_id: customer.groupId },
    ]);
  });

  it('is refused to a group that cannot see the present one', async () => {
    const { customer, admin } = await organisation();
    expect((await admin.post(PATH, {})).body.code).toBe(0);
    const group = await buildGroup(server.parts.context, customer, 'north');
    const operator = await buildClient(server, customer, {
      role: 'operator',
      groupId: group.groupId,
    });
    expect((await operator.post(PATH, {})).body).toMatchObject({ code: 40033 });
    const engineer = await buildClient(server, customer, {
      role: 'engineer',
      groupId: group.groupId,
    });
    expect((await engineer.delete(PATH)).body.code).not.toBe(0);
  });

  it('can be added again after it was removed, and no one receives its secret', async () => {
    const { admin } = await organisation();
    const one = (await admin.post(PATH, {})).body.data.device_code;
    const renewed = await admin.post(`/api/v2/device/${one}/secret`, { password: 'any' });
    expect(renewed.body).toMatchObject({ code: 40032 });
    expect((await admin.delete(PATH)).body.code).toBe(0);
    const other = (await admin.post(PATH, {})).body;
    expect(other.code).toBe(0);
    expect(other.data.device_code).not.toBe(one);
    expect(Object.keys(other.data)).toEqual(['device_code']);
  });

  it('is refused when the installation has as many as its program runs', async () => {
    const { admin } = await organisation();
    const other = await organisation();
    await other.admin.post(PATH, {});
    await sql`insert into device (customer_id, device_id, device_code, name, device_type_id, kind,
        group_id, rate_id, address, band, expected_interval_s, created_at, simulated)
      select n, n, 'SIM-BREAKER-' || n, '', device_type_id, kind, group_id, rate_id, '', '',
        expected_interval_s, now(), true
      from device, generate_series(1, 200) n where customer_id = ${other.customer.customerId}`.execute(
      database.db,
    );
    expect((await admin.post(PATH, {})).body).toMatchObject({ code: 40034 });
    await sql`delete from device where customer_id between 1 and 200`.execute(database.db);
    expect((await admin.post(PATH, {})).body.code).toBe(0);
  });

  it('does not complete the step of the first device', async () => {
    const { customer, admin } = await organisation();
    await admin.post(PATH, {});
    await sql`update device_state set measured_at = now()
      where customer_id = ${customer.customerId}`.execute(database.db);
    const { steps } = (await admin.get('/api/v2/first-steps')).body.data;
    expect(steps.find(({ key }: { key: string }) => key === 'device').done).toBe(false);
  });
});
