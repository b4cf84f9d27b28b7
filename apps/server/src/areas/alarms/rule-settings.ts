/**
 * Settings of the platform's rules for the ingest: cached in memory and reloaded when they are
 * changed, here or in another process. A group without settings inherits from its nearest ancestor,
 * then from the customer, then from the defaults of the rule.
 */
import { ALARM_RULES, type RuleSetting, type RuleType } from '@busbar/domain/alarm/alarm-rule';
import type { RuleSettings } from '@busbar/domain/alarm/device-watch';
import type { DeviceRef } from '../../bus.ts';
import type { Context } from '../../context.ts';
import { listenForWakes } from '../../schedule-jobs.ts';
import { scheduleJob } from '../../scheduled-job.ts';
import { type RuleRow, readAllRules, readRuleStamp } from './alarm-rule-queries.ts';

/** Poll interval in ms; a poll finds changes whose notification was lost. */
const READ_EVERY_MS = 30_000;

/** Returns the settings that apply to a device. */
export type SettingsOf = (ref: DeviceRef) => RuleSettings;

const OWN = new Map<RuleType, RuleSetting>(
  ALARM_RULES.map(({ type, defaults }) => [type, defaults]),
);

export const defaultSettings: RuleSettings = (type) => OWN.get(type)!;

/** Row that applies to a group, whose path starts at the root; undefined if none does. */
export function nearestRow(
  rows: readonly RuleRow[],
  type: RuleType,
  groupPath: readonly number[],
): RuleRow | undefined {
  const depth = ({ groupId }: RuleRow) => (groupId === null ? 0 : groupPath.indexOf(groupId) + 1);
  const here = rows.filter(
    (row) => row.type === type && (row.groupId === null || groupPath.includes(row.groupId)),
  );
  return here.toSorted((a, b) => depth(b) - depth(a))[0];
}

export interface LiveSettings {
  readonly of: SettingsOf;
  stop(): Promise<void>;
}

export function createRuleSettings(ctx: Context): LiveSettings {
  let stamp = '';
  let byCustomer = new Map<number, RuleRow[]>();
  /** One function per group, the same object until a change: watches compare by identity. */
  let cache = new Map<string, RuleSettings>();

  async function read(): Promise<void> {
    const { db } = ctx.database;
    const present = await readRuleStamp(db);
    if (present === stamp) return;
    const rows = await readAllRules(db);
    const grouped = new Map<number, RuleRow[]>();
    for (const row of rows) {
      grouped.set(row.customerId, [...(grouped.get(row.customerId) ?? []), row]);
    }
    byCustomer = grouped;
    cache = new Map();
    stamp = present;
  }

  const job = scheduleJob(ctx, { name: 'alarm-rules', everyMs: READ_EVERY_MS, run: read });
  const listening = listenForWakes(ctx, 'alarm-rules', job.wake).catch((error: unknown) => {
    ctx.log.warn(
      { err: error },
      'listening for changes of alarm rules failed: changes take effect with the next poll',
    );
  });
  return {
    of({ customerId, groupPath }) {
      const rows = byCustomer.get(customerId);
      if (rows === undefined) return defaultSettings;
      const key = `${customerId} ${groupPath.join()}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const table = new Map<RuleType, RuleSetting>(
        ALARM_RULES.map(({ type }) => [
          type,
          nearestRow(rows, type, groupPath) ?? defaultSettings(type),
        ]),
      );
      const fresh: RuleSettings = (type) => table.get(type)!;
      cache.set(key, fresh);
      return fresh;
    },
    async stop() {
      await job.stop();
      await (await listening)?.().catch(() => undefined);
    },
  };
}
