/**
 * A protection template copied to a simulated breaker over the real broker, and read back from it.
 */
import { LOW_VOLTAGE } from '@busbar/domain/protection/protections/low-voltage';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { connectBreaker } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const SETS = {
  overVoltage: { ...writeRecord(OVER_VOLTAGE, { ...defaultsOf(OVER_VOLTAGE), startValue: 271 }) },
  lowVoltage: { ...writeRecord(LOW_VOLTAGE, defaultsOf(LOW_VOLTAGE)) },
};

interface Part {
  part: string;
  state: string;
  changes: { what: string; before: string | null; after: string | null }[];
}

describeWithDatabase('a template copied to a breaker', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'deploy', now: Date.now() }));
  const other = fixture(() => createTenant(database, { label: 'deployother', now: Date.now() }));
  const device = fixture(() => buildTenantDevice(database, tenant));
  const line = fixture(() => connectBreaker(server, device));
  const template = fixture(async () => {
    const body = { name: 'Feeders', sets: SETS };
    return (await call('POST', '/api/v2/protection-templates', body)).data as { id: string };
  });

  async function call(method: 'GET' | 'POST', url: string, payload?: object, of = tenant) {
    const answer = await server.app.inject({
      method,
      url,
      headers: { authorization: of.users.operator.token },
      ...(payload === undefined ? {} : { payload }),
    });
    return answer.json();
  }
  const pattern = () => ({ device_code: device.deviceCode, from_template: template.id });
  async function preview() {
    const { data } = await call('POST', '/api/v2/device-deploy/preview', pattern());
    return data as { token: string; parts: Part[] };
  }
  const protections = (parts: readonly Part[]) => parts.find(({ part }) => part === 'protections')!;

  it('is written to the device, read back, and leaves nothing to copy', async () => {
    const { token, parts } = await preview();
    // The device has reported nothing yet, so every field of both sets is new; a template has only
    // protections.
    expect(parts.map(({ part, state }) => `${part} ${state}`)).toEqual([
      'group untold',
      'rate untold',
      'ratings untold',
      'protections changes',
      'timers untold',
      'contacts untold',
    ]);
    expect(protections(parts).changes).toContainEqual({
      what: 'overVoltage.ov',
      before: null,
      after: '271.0',
    });
    expect(line.device.parameters.read('overVoltage')).not.toEqual(SETS.overVoltage);

    const request = { ...pattern(), parts: ['protections'], token };
    const { data } = await call('POST', '/api/v2/device-deploy', request);
    expect(data.parts).toMatchObject([{ part: 'protections', result: 'started', reason: null }]);
    const steps = async () => {
      const run = await call('GET', `/api/v2/protection-templates/runs/${data.parts[0].run_id}`);
      return run.data.steps
        .map((step: { set: string; state: string }) => `${step.set} ${step.state}`)
        .sort();
    };
    await eventually(steps, 60_000).toEqual(['lowVoltage same', 'overVoltage same']);
    expect(line.device.parameters.read('overVoltage')).toEqual(SETS.overVoltage);
    expect(line.device.parameters.read('lowVoltage')).toEqual(SETS.lowVoltage);
    const told = await call('GET', `/api/v2/device/parameters?device_code=${device.deviceCode}`);
    const known = new Map(
      told.data.sets.map((one: { set: string; values: object }) => [one.set, one.values]),
    );
    expect(known.get('overVoltage')).toEqual(SETS.overVoltage);
    expect(known.get('lowVoltage')).toEqual(SETS.lowVoltage);
    expect(protections((await preview()).parts)).toMatchObject({ state: 'same', changes: [] });
    expect(await call('POST', '/api/v2/device-deploy', request)).toMatchObject({
      reason: 'device-changed',
    });
  }, 120_000);

  it('is not available to another customer', async () => {
    const foreign = { ...pattern(), device_code: other.deviceCode };
    expect(await call('POST', '/api/v2/device-deploy/preview', foreign, other)).toMatchObject({
      reason: 'not-found',
      field: 'from_template',
    });
  });
});
