/**
 * Where a device hangs in the tree of groups. An event carries that, as its sender knew it; after a
 * device was moved or deleted an event under way may carry the old place. So for a while after
 * every change the place is what the database says, and until it has said so nothing goes out.
 */
import { movedPath, type PathMove } from '@busbar/domain/access/group-tree';
import { groupPathOf } from '../areas/fleet/devices/group-path.ts';
import type { DeviceRef } from '../bus.ts';
import type { Context } from '../context.ts';

/** Longer than any event stays under way. */
const REMEMBER_MS = 60_000;

type Path = readonly number[];

export class DevicePaths {
  readonly #ctx: Context;
  readonly #moves = new Map<number, PathMove[]>();
  readonly #changed = new Map<number, { path: Path | undefined; ready: Promise<Path> }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** The device was changed: ask anew where it is. */
  changed(customerId: number, deviceId: number): void {
    const asked = this.#ask(customerId, deviceId);
    const entry: { path: Path | undefined; ready: Promise<Path> } = {
      path: undefined,
      ready: asked,
    };
    this.#changed.set(deviceId, entry);
    void asked.then((path) => {
      entry.path = path;
    });
    this.#ctx.clock.after(REMEMBER_MS, () => {
      if (this.#changed.get(deviceId) === entry) this.#changed.delete(deviceId);
    });
  }

  async #ask(customerId: number, deviceId: number): Promise<Path> {
    try {
      return (await groupPathOf(this.#ctx.database.db, customerId, deviceId)) ?? [];
    } catch (error) {
      // Nobody hears of it rather than the wrong one.
      this.#ctx.log.error({ error, deviceId }, 'the place of a changed device could not be read');
      return [];
    }
  }

  /** A group of the customer was moved with all below it. */
  moved(customerId: number, move: PathMove): void {
    this.#moves.set(customerId, [...(this.#moves.get(customerId) ?? []), move]);
    this.#ctx.clock.after(REMEMBER_MS, () => {
      const [, ...younger] = this.#moves.get(customerId) ?? [];
      if (younger.length === 0) this.#moves.delete(customerId);
      else this.#moves.set(customerId, younger);
    });
  }

  /** Whichever of its places a path is from, the moves after that one lead to where it is now. */
  #follow(customerId: number, path: Path): Path {
    return (this.#moves.get(customerId) ?? []).reduce<Path>(movedPath, path);
  }

  /** The path, or a promise of it while it is being read. */
  of(ref: DeviceRef): Path | Promise<Path> {
    const entry = this.#changed.get(ref.deviceId);
    const path = entry === undefined ? ref.groupPath : (entry.path ?? entry.ready);
    if (!this.#moves.has(ref.customerId)) return path;
    return 'then' in path
      ? path.then((known) => this.#follow(ref.customerId, known))
      : this.#follow(ref.customerId, path);
  }
}
