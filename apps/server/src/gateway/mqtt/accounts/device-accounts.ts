/**
 * Synchronizes the accounts of devices in the dynamic security plugin of an external broker with
 * the database. Only a hash of a device's secret is stored, and the plugin needs the secret itself:
 * an account is provisioned when a secret is issued, by the process that issued it, which retries
 * until the broker is back. Everything else follows from the database.
 */

import { sha256 } from '../../../areas/shared/secrets/session-secret.ts';
import {
  findAccountDevices,
  lockAccount,
} from '../../../areas/telemetry/broker-accounts/broker-account-queries.ts';
import type { Context } from '../../../context.ts';
import { findDifferences, hasOpenDefaults, isCurrent } from './account-differences.ts';
import {
  accountMark,
  deleteAccount,
  findAccount,
  isOfBusbar,
  isOfOtherDevice,
  provisionAccount,
  saveAccount,
  saveRole,
} from './broker-account.ts';
import { followChangedDevices } from './changed-devices.ts';
import { DynamicSecurity, NoDynamicSecurity, RefusedCommand } from './dynamic-security.ts';
import { followBroker } from './follow-broker.ts';

const RECONCILE_EVERY_MS = 10 * 60_000;
const RETRY_MS = 5_000;
/** Time in which the process that issued a secret provisions the account, until it is missed. */
const MISSED_AFTER_MS = 30_000;
/** Max number of device codes in one line of the log. */
const LOGGED_CODES = 20;

export interface DeviceAccounts {
  stop(): Promise<void>;
}

/** A pending check of one device code's account, repeated if the device changes in the meantime. */
interface AccountCheck {
  /** The newly issued secret, if there is one. */
  readonly secret: string | undefined;
}

export function startDeviceAccounts(ctx: Context, url: string): DeviceAccounts {
  const log = ctx.log.child({ part: 'broker-accounts' });
  const pending = new Map<string, AccountCheck>();
  let mustReconcile = true;
  /** True if the broker has the plugin; undefined before the first response. */
  let hasPlugin: boolean | undefined;
  let reported = '';
  /** Devices without an account, with the time at which that was found. */
  let missingSince = new Map<string, number>();
  let isStopped = false;
  let running: Promise<void> | undefined;
  /** True if a run was requested while one was in progress. */
  let isRequested = false;

  /** Starts a run; if one is in progress, another one follows it while checks are pending. */
  function wake(): void {
    if (isStopped) return;
    if (running !== undefined) {
      isRequested = true;
      return;
    }
    isRequested = false;
    running = run()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'accounts of devices could not be provisioned, retrying');
        return RETRY_MS;
      })
      .then((retryMs) => {
        running = undefined;
        if (isStopped) return;
        if (retryMs !== undefined && !isRequested) ctx.clock.after(retryMs, wake);
        else if (pending.size > 0 || mustReconcile) wake();
      });
  }

  function reconcileNow(): void {
    mustReconcile = true;
    wake();
  }

  async function run(): Promise<undefined> {
    const security = await connect();
    if (security === undefined) {
      pending.clear();
      mustReconcile = false;
      return;
    }
    try {
      if (mustReconcile) {
        // A request that arrives during the reconciliation leads to another one.
        mustReconcile = false;
        await reconcile(security).catch((error: unknown) => {
          mustReconcile = true;
          throw error;
        });
      }
      for (const [code, check] of pending) {
        if (isStopped) return;
        await provision(security, code, check.secret).catch((error: unknown) => {
          // Refused changes are not retried: a retry would be refused again and would delay the
          // others.
          if (!(error instanceof RefusedCommand)) throw error;
          log.error({ err: error, device: code }, 'the broker refused to change an account');
        });
        // The device may have changed again during the check.
        if (pending.get(code) === check) pending.delete(code);
      }
    } finally {
      await security.close();
    }
  }

  /** Returns undefined if the broker has no plugin that Busbar may use. */
  async function connect(): Promise<DynamicSecurity | undefined> {
    try {
      const security = await DynamicSecurity.connect(url);
      if (hasPlugin !== true) log.info('the broker has the dynamic security plugin');
      hasPlugin = true;
      return security;
    } catch (error) {
      // A broker that had the plugin is being restarted: issued secrets must not be lost.
      if (!(error instanceof NoDynamicSecurity) || (hasPlugin && pending.size > 0)) throw error;
      if (hasPlugin !== false) {
        log.warn(
          { reason: error.message },
          'the broker has no dynamic security plugin that Busbar may use: accounts of devices are managed manually',
        );
      }
      hasPlugin = false;
      return undefined;
    }
  }

  async function reconcile(security: DynamicSecurity): Promise<void> {
    if (await hasOpenDefaults(security)) {
      log.warn('the broker allows every device all topics by default: see setDefaultACLAccess');
    }
    const { changed, missing } = await findDifferences(ctx, security);
    for (const code of changed) requestCheck(code);
    reportMissing(missed(missing.filter((code) => pending.get(code)?.secret === undefined)));
  }

  /** Another process may be about to provision an account: it is missed if it remains missing. */
  function missed(codes: readonly string[]): string[] {
    const now = ctx.clock.now();
    const isNew = codes.some((code) => !missingSince.has(code));
    missingSince = new Map(codes.map((code) => [code, missingSince.get(code) ?? now]));
    if (isNew) ctx.clock.after(MISSED_AFTER_MS, reconcileNow);
    return codes.filter((code) => now - missingSince.get(code)! >= MISSED_AFTER_MS);
  }

  /** An issued secret is retained until a check has used it. */
  function requestCheck(code: string, secret = pending.get(code)?.secret): void {
    pending.set(code, { secret });
  }

  function reportMissing(codes: readonly string[]): void {
    const text = codes.toSorted().join(' ');
    if (text === reported) return;
    reported = text;
    if (codes.length === 0) return;
    log.warn(
      { count: codes.length, devices: codes.slice(0, LOGGED_CODES) },
      'devices have no account in the dynamic security plugin: renew their secrets',
    );
  }

  /** Holds the lock until the broker responds: no other process runs between check and change. */
  function provision(security: DynamicSecurity, code: string, secret?: string): Promise<void> {
    return ctx.database.transaction(async (trx) => {
      await lockAccount(trx, code);
      const [device] = await findAccountDevices(trx, [code]);
      const account = await findAccount(security, code);
      if (account !== undefined && !isOfBusbar(account)) {
        if (secret !== undefined) {
          log.warn(
            { device: code },
            'the account of a device was not created by Busbar: left unchanged',
          );
        }
        return;
      }
      const isIssued = secret !== undefined && device?.secretHash.equals(sha256(secret));
      if (device !== undefined && isIssued) {
        const mark = accountMark(device.deviceId, device.secretHash);
        const isNew = account === undefined;
        const { protocol } = device;
        if (isNew || isOfOtherDevice(account, device.deviceId)) {
          await provisionAccount(security, code, { url, protocol, secret, mark, isNew });
        } else {
          await saveAccount(security, code, { protocol, secret, mark, isNew: false });
        }
        log.info({ device: code }, 'the account of a device was provisioned');
      } else if (
        account !== undefined &&
        (device === undefined || !isCurrent(account, device, ctx.clock.now()))
      ) {
        await deleteAccount(security, code, url);
        log.info({ device: code }, 'the account of a device was deleted');
      } else if (account !== undefined && device !== undefined) {
        await saveRole(security, code, device.protocol);
      }
    });
  }

  function checkSoon(code: string): void {
    requestCheck(code);
    wake();
  }

  const stops = [
    ctx.bus.subscribe('device.secretIssued', ({ deviceCode, secret }) => {
      requestCheck(deviceCode, secret);
      wake();
    }),
    ctx.bus.subscribe('device.changed', ({ deviceCode, credentialsEnded }) => {
      if (credentialsEnded) checkSoon(deviceCode);
    }),
    ctx.clock.every(RECONCILE_EVERY_MS, reconcileNow),
  ];
  /** The broker may have been replaced or restored while it was away. */
  const stopFollowing = followBroker(url, reconcileNow);
  const stopSearching = followChangedDevices(ctx, (code) => {
    // Without the plugin there are no accounts; at its first response all of them are compared.
    if (hasPlugin) checkSoon(code);
  });
  wake();
  return {
    async stop() {
      isStopped = true;
      for (const stop of stops) stop();
      await Promise.all([stopFollowing(), stopSearching()]);
      await running;
      const unsaved = [...pending].filter(([, check]) => check.secret !== undefined);
      if (unsaved.length === 0) return;
      log.warn(
        { count: unsaved.length, devices: unsaved.slice(0, LOGGED_CODES).map(([code]) => code) },
        'secrets of devices did not reach the broker: renew them',
      );
    },
  };
}
