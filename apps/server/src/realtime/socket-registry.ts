/** The sockets of this process, indexed by customer, user and session. */
import type { Caller } from '../caller.ts';
import { CLOSE, type LiveSocket } from './live-socket.ts';

export const SOCKETS_PER_USER = 20;

export class SocketRegistry {
  readonly #all = new Set<LiveSocket>();
  readonly #ofCustomer = new Map<number, Set<LiveSocket>>();

  add(socket: LiveSocket): void {
    this.#all.add(socket);
    const { customerId } = socket.caller;
    const sockets = this.#ofCustomer.get(customerId) ?? new Set();
    this.#ofCustomer.set(customerId, sockets.add(socket));
  }

  remove(socket: LiveSocket): void {
    this.#all.delete(socket);
    const { customerId } = socket.caller;
    const sockets = this.#ofCustomer.get(customerId);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#ofCustomer.delete(customerId);
  }

  all(): readonly LiveSocket[] {
    return [...this.#all];
  }

  hasCustomer(customerId: number): boolean {
    return this.#ofCustomer.has(customerId);
  }

  /** Open sockets that may receive a device's events, by its group path (docs/decisions.md 1). */
  *subscribersOf(customerId: number, groupPath: readonly number[]): Generator<LiveSocket> {
    for (const socket of this.openOf(customerId)) {
      if (groupPath.includes(socket.caller.groupId)) yield socket;
    }
  }

  *openOf(customerId: number): Generator<LiveSocket> {
    for (const socket of this.#ofCustomer.get(customerId) ?? []) if (socket.isOpen) yield socket;
  }

  /** Open sockets of one user. */
  *ofUser(customerId: number, userId: number): Generator<LiveSocket> {
    for (const socket of this.openOf(customerId)) {
      if (socket.caller.userId === userId) yield socket;
    }
  }

  /** Closes sockets of users who now see other devices: their pages reconnect and reload data. */
  viewChanged(customerId: number, groupIds: readonly number[]): void {
    const groups = new Set(groupIds);
    for (const socket of this.#ofCustomer.get(customerId) ?? []) {
      if (groups.has(socket.caller.groupId)) socket.close(CLOSE.viewChanged, 'other devices');
    }
  }

  isFullFor(caller: Caller): boolean {
    let count = 0;
    for (const socket of this.#ofCustomer.get(caller.customerId) ?? []) {
      if (socket.caller.userId === caller.userId && !socket.isClosed) count += 1;
    }
    return count >= SOCKETS_PER_USER;
  }
}
