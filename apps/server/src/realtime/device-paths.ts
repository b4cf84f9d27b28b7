/**
 * Position of devices in the group tree. An event carries the position known to its sender, which
 * is outdated if the device was moved or deleted after the event was created. Therefore, for a
 * while after every change, the position is read from the database, and events wait until it has
 * been read.
 */
import { movedPath, type PathMove } from '@busbar/domain/access/group-tree';
import { groupPathOf } from '../areas/fleet/devices/device-queries.ts';
import type { DeviceRef } from '../bus.ts';
import type { Context } from '../context.ts';

/** Longer than the time for which any event is in flight. */
const REMEMBER_MS = 60_000;

type Path = readonly number[];

const NOWHERE = { path: [], isDeleted: false };

export class DevicePaths {
  readonly #ctx: Context;
  readonly #moves = new Map<number, PathMove[]>();
  readonly #changed = new Map<number, { path: Path | undefined; ready: Promise<Path> }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /**
   * Reads the position of a changed device again. Resolves to its groups, or to its last groups if
   * it was deleted.
   */
  changed(customerId: number, deviceId: number): Promise<Path> {
    const found = this.#read(customerId, deviceId);
    const entry: { path: Path | undefined; ready: Promise<Path> } = {
      path: undefined,
      ready: found.then(({ path, isDeleted }) => (isDeleted ? [] : path)),
    };
    this.#changed.set(deviceId, entry);
    void entry.ready.then((path) => {
      entry.path = path;
    });
    this.#ctx.clock.after(REMEMBER_MS, () => {
      if (this.#changed.get(deviceId) === entry) this.#changed.delete(deviceId);
    });
    return found.then(({ path }) => path);
  }

  async #read(customerId: number, deviceId: number): Promise<{ path: Path; isDeleted: boolean }> {
    try {
      return (await groupPathOf(this.#ctx.database.db, customerId, deviceId)) ?? NOWHERE;
    } catch (error) {
      // Sending the event to no one is better than sending it to the wrong users.
      this.#ctx.log.error({ error, deviceId }, 'the group of a changed device could not be read');
      return NOWHERE;
    }
  }

  /** Follows the move of one of the customer's groups with its subtree. */
  moved(customerId: number, move: PathMove): void {
    this.#moves.set(customerId, [...(this.#moves.get(customerId) ?? []), move]);
    this.#ctx.clock.after(REMEMBER_MS, () => {
      const [, ...younger] = this.#moves.get(customerId) ?? [];
      if (younger.length === 0) this.#moves.delete(customerId);
      else this.#moves.set(customerId, younger);
    });
  }

  /** Applies the stored moves, which lead from any earlier position to the current one. */
  #follow(customerId: number, path: Path): Path {
    return (this.#moves.get(customerId) ?? []).reduce<Path>(movedPath, path);
  }

  /** Returns the path, or a promise of it while it is being read. */
  of(ref: DeviceRef): Path | Promise<Path> {
    const entry = this.#changed.get(ref.deviceId);
    const path = entry === undefined ? ref.groupPath : (entry.path ?? entry.ready);
    if (!this.#moves.has(ref.customerId)) return path;
    return 'then' in path
      ? path.then((known) => this.#follow(ref.customerId, known))
      : this.#follow(ref.customerId, path);
  }
}
