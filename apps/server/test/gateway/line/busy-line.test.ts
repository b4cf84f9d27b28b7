/** The settings of a line and of its meters while a command to switch is open on it. */
import { done } from '@busbar/domain/refusal';
import { expect, it } from 'vitest';
import { submitSwitch, submitSwitchIn } from '../../../src/areas/control/gate/control-service.ts';
import { changeLine } from '../../../src/areas/fleet/serial-lines/change-line.ts';
import {
  addMeter,
  changeMeter,
  removeMeter,
} from '../../../src/areas/fleet/serial-lines/change-meters.ts';
import { systemClock } from '../../../src/clock.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { eventually, lockWaits } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { fixture } from '../../support/fixture.ts';
import { startServer } from '../../support/start-server.ts';
import { buildSwitchedLine } from './switched-meters.ts';

const MINUTE_MS = 60_000;
const ENV = { DTU_PORT: '0', COMMAND_TTL_S: '6', CONTROL_GAP_S: '0' };
const REASON = 'Meter changed';
const BUSY = { ok: false, refusal: 'control-busy' };
const LINE = { protocol: 'modbus-rtu', baud: 9_600, heartbeat: 'HB', needsSecret: true } as const;
const NO_RATIOS = { ctPrimary: null, ctSecondary: null, ptPrimary: null, ptSecondary: null };
const METER = {
  ...{ station: '7', profile: 'generic-modbus-breaker', intervalS: 3_600 },
  ...NO_RATIOS,
  switching: undefined,
};

describeWithDatabase('a line with an open command to switch', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock, env: ENV }));
  const tenant = fixture(() => createTenant(database, { label: 'busy', now: Date.now() }));
  const ctx = () => server.parts.context;
  const caller = () => ({ ...callerOf(tenant, 'operator'), address: '127.0.0.9' });

  async function connected() {
    const { parts } = server;
    const line = await buildSwitchedLine(parts.context, tenant, parts.dtuPort!, {
      protocol: 'modbus-rtu',
    });
    const [first, second] = [line.meterId(0), line.meterId(1)];
    for (const id of [first, second]) {
      await eventually(
        async () => (await rowsOfDevice(database, 'device_state', id))[0]?.['switch_action'],
      ).toBe('closeByManual');
    }
    const { deviceId, stations } = line;
    return {
      ...{ deviceId, stations, first, second },
      line: () => changeLine(ctx(), caller(), deviceId, { ...LINE, address: undefined }),
      meter: (id: number) => changeMeter(ctx(), caller(), deviceId, id, METER, REASON),
      removal: (id: number) => removeMeter(ctx(), caller(), deviceId, id),
    };
  }
  const submit = (device: number) =>
    submitSwitch(ctx(), caller(), { device, command: 'open', source: 'test' });
  const stateOf = async (deviceId: number) =>
    (await rowsOfDevice(database, 'command', deviceId))[0]?.['state'];

  it('keeps its settings and those of its meters', { timeout: MINUTE_MS }, async () => {
    const { deviceId, first, second, line, meter, removal, stations } = await connected();
    stations[0]!.quirks.isSilent = true;
    expect(await submit(first)).toMatchObject({ ok: true });
    await eventually(() => stateOf(first)).toBe('sent');
    expect(await line()).toMatchObject(BUSY);
    for (const id of [first, second]) {
      expect(await meter(id)).toMatchObject(BUSY);
      expect(await removal(id)).toMatchObject(BUSY);
    }
    const meters = await database.db
      .selectFrom('line_meter')
      .select('station')
      .where('device_id', 'in', [first, second])
      .orderBy('station')
      .execute();
    expect(meters).toEqual([{ station: '1' }, { station: '2' }]);
    const added = { ...METER, station: '9', name: 'Third', rate: undefined };
    expect(await addMeter(ctx(), caller(), deviceId, added, REASON)).toMatchObject({ ok: true });
    const unknown = database.db
      .updateTable('command')
      .set({ state: 'unknown' })
      .where('device_id', '=', first);
    await unknown.execute();
    expect(await meter(second)).toMatchObject(BUSY);
    await unknown.set({ expires_at: new Date() }).execute();
    expect(await meter(second)).toMatchObject({ ok: true });
  });

  it('keeps its settings also if the command is committed during the change', async () => {
    const { first, line } = await connected();
    const request = { device: first, command: 'open', source: 'test' } as const;
    let changed: ReturnType<typeof line> | undefined;
    await database.transaction(async (trx) => {
      const validated = { ...request, stepUp: done(true) };
      const { outcome } = await submitSwitchIn(ctx(), trx, caller(), validated);
      expect(outcome.ok).toBe(true);
      changed = line();
      await eventually(() => lockWaits(database.db)).toBe(1);
    });
    expect(await changed).toMatchObject(BUSY);
  });
});
