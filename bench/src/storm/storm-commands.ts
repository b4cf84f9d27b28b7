/** Commands to other devices while a fleet sends its backlog. */
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { openPushSocket } from '../browser/push-socket.ts';
import { type Clicked, clickAll, clickOnce, UnconfirmedError } from '../command/clicks.ts';
import { connectObedient } from '../command/command-devices.ts';
import type { BenchWorld } from '../engine/bench-devices.ts';
import type { ServerProgram } from '../engine/bench-engine.ts';
import type { LoadDevice } from '../load/load-instruction.ts';

const EVERY_MS = 200;

export interface StormCommands {
  /** Sends commands until `during` has resolved, at least ten. */
  clickDuring(during: Promise<unknown>): Promise<Clicked[]>;
  stop(): void;
}

export async function connectCommands(
  server: ServerProgram,
  { tenant }: BenchWorld,
  devices: readonly LoadDevice[],
): Promise<StormCommands> {
  const clients = await Promise.all(
    devices.map((device) => connectObedient(server.mqttPort, device)),
  );
  const { userId, token } = tenant.users.operator;
  const socket = await openPushSocket(server.url, token, userId);
  const opened = new Set<LoadDevice>();
  const atRest = [...devices];
  const click = (device: LoadDevice) => {
    const command = opened.has(device) ? 'close' : 'open';
    if (command === 'open') opened.add(device);
    else opened.delete(device);
    return clickOnce(server.url, token, socket, device, command).catch(missed);
  };
  return {
    async clickDuring(during) {
      let isOver = false;
      void during.then(() => {
        isOver = true;
      });
      const clicked: Clicked[] = [];
      do clicked.push(...(await clickAll(atRest, 10, EVERY_MS, click)));
      while (!isOver);
      return clicked;
    },
    stop() {
      socket.close();
      for (const client of clients) client.end(true);
    },
  };
}

/** Counts an unconfirmed command, so that the storm is measured to its end. */
function missed(error: unknown): Clicked {
  if (!(error instanceof UnconfirmedError)) throw error;
  console.log(error.message);
  return { answeredMs: error.answeredMs, confirmedMs: Number.POSITIVE_INFINITY };
}

/** Returns the number of commands by state, and of those that ended after their expiry. */
export async function commandStates(database: Database, customerId: number): Promise<string> {
  const { rows } = await sql<{ state: string; count: number; late: number }>`
    select state, count(*)::int as count, count(*) filter (where ended_at > expires_at)::int as late
    from command where customer_id = ${customerId} and kind = 'switch'
      and created_at > now() - interval '1 hour' and link_device_code like 'BENCH-%'
    group by state order by state`.execute(database.db);
  return rows.map(({ state, count, late }) => `${count} ${state}, ${late} late`).join('; ');
}
