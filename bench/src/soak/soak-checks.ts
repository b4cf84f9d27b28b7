/** Checks at the end of a soak, on the database after the server has stopped. */
import { sql } from 'kysely';
import {
  finishEnergyDays,
  runEnergy,
} from '../../../apps/server/src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../../apps/server/src/areas/shared/table-writers/energy-flag-queries.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { firstDifference, ledgerOf } from '../../../apps/server/test/energy/ledger-fixture.ts';
import {
  doubleExecutions,
  lateExecutions,
  lateSendings,
} from '../../../apps/server/test/reliability/command-checkers.ts';
import type { Tenant } from '../../../apps/server/test/support/factories/tenant.ts';
import { testContext } from '../../../apps/server/test/support/test-context.ts';
import type { SoakFleet } from './soak-fleet.ts';

const SLICE = 100;

/** Acknowledged readings that are not stored. */
export async function lostReadings(database: Database, fleet: SoakFleet): Promise<string[]> {
  const codes = [...fleet.acknowledged.keys()];
  let lost = 0;
  for (let from = 0; from < codes.length; from += SLICE) {
    const slice = codes.slice(from, from + SLICE);
    const { rows } = await sql<{ code: string; ts: number }>`
      select d.device_code as code, m.ts from measurement m
      join device d using (customer_id, device_id)
      where d.device_code = any(${slice})`.execute(database.db);
    const stored = new Set(rows.map(({ code, ts }) => `${code} ${ts}`));
    for (const code of slice) {
      for (const ts of fleet.acknowledged.get(code)!) if (!stored.has(`${code} ${ts}`)) lost += 1;
    }
  }
  return lost === 0 ? [] : [`${lost} acknowledged readings are not stored`];
}

/** Commands that were executed twice or late, or that have no end. */
export async function commandFindings(
  database: Database,
  { customerId }: Tenant,
  fleet: SoakFleet,
): Promise<{ findings: string[]; summary: string }> {
  const rows = await database.db
    .selectFrom('command')
    .select([
      'command_id',
      'link_device_code',
      'state',
      'expires_at',
      'sent_at',
      'ended_at',
      'kind',
    ])
    .where('customer_id', '=', customerId)
    .where('link_device_code', 'like', 'SOAK-%')
    .execute();
  const fates = rows.map((row) => ({
    deviceCode: row.link_device_code,
    commandId: row.command_id,
    state: row.state,
    createdAt: 0,
    expiresAt: row.expires_at,
    sentAt: row.sent_at,
    endedAt: row.ended_at,
    transitions: [],
  }));
  const states = new Map<string, number>();
  for (const { state } of rows) states.set(state, (states.get(state) ?? 0) + 1);
  const executed = new Set(fleet.executions.map(({ commandId }) => commandId));
  return {
    findings: [
      ...doubleExecutions(fleet.executions),
      ...lateExecutions(fleet.executions, fates, 0),
      ...lateSendings(fates),
      ...fates
        .filter(({ state, commandId }) => state === 'confirmed' && !executed.has(commandId))
        .filter(({ commandId }) =>
          rows.some((row) => row.command_id === commandId && row.kind === 'switch'),
        )
        .map(({ commandId }) => `${commandId} is confirmed and was not executed`),
    ],
    summary: [...states].map(([state, count]) => `${count} ${state}`).join(', '),
  };
}

/** Timers that were due and ran not exactly once. */
export async function timerFindings(
  database: Database,
  { customerId }: Tenant,
  due: readonly { readonly id: number; readonly at: number }[],
): Promise<string[]> {
  const runs = await database.db
    .selectFrom('timer_run')
    .select(['timer_id', 'due_at', 'result'])
    .where('customer_id', '=', customerId)
    .execute();
  return due.flatMap(({ id, at }) => {
    const own = runs.filter((run) => run.timer_id === id && run.due_at === at);
    return own.length === 1 ? [] : [`timer ${id} ran ${own.length} times`];
  });
}

/** Devices whose ledger differs from a rebuild from the registers. */
export async function ledgerFindings(
  database: Database,
  { customerId }: Tenant,
  deviceIds: readonly number[],
): Promise<string[]> {
  const ctx: Context = testContext(database, {}, Date.now());
  await settle(ctx);
  const before = new Map<number, string>();
  for (const id of deviceIds) before.set(id, await ledgerOf(database, id));
  for (const id of deviceIds) {
    await database.transaction((trx) => markDevice(trx, customerId, id));
  }
  await settle(ctx);
  const findings: string[] = [];
  for (const id of deviceIds) {
    const difference = firstDifference(before.get(id)!, await ledgerOf(database, id));
    if (difference !== undefined)
      findings.push(`the ledger of device ${id} differs: ${difference}`);
  }
  const isEmpty = ![...before.values()].some((text) => text.includes('"last_ts"'));
  if (deviceIds.length > 0 && isEmpty) findings.push('the ledger is empty');
  return findings;
}

async function settle(ctx: Context): Promise<void> {
  const rest = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from energy_work`.execute(ctx.database.db);
    return rows[0]!.count;
  };
  do await runEnergy(ctx);
  while ((await rest()) > 0);
  await finishEnergyDays(ctx);
  await runEnergy(ctx);
}
