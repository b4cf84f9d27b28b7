/**
 * The connection to a device as control needs it; the gateway implements it and `app.ts` wires the
 * two. Replies and switch reports do not come back through this interface: the ingest passes them
 * to `applyReply` and `applyState` inside its transaction.
 */

/**
 * `sent`: written to the device's socket. `not-connected` and `too-late`: no byte of it has left
 * this process, and none will.
 */
export type SendResult = 'sent' | 'not-connected' | 'too-late';

export interface DeviceLink {
  /**
   * Returns true if this process holds the device's connection, its send buffer is empty, and the
   * device has subscribed to its command topic. With an external broker any process may send.
   */
  isConnected(deviceCode: string): boolean;

  /**
   * Writes one command to `ep/1/{code}/down/command`: QoS 1, not retained, to the current
   * connection only, never queued for a later one. `remainingMs` returns the remaining life of the
   * command. It is called in the same tick as the write (after every await); at 0 or below nothing
   * is written. An external broker receives it as the message expiry interval.
   *
   * A connection without a PUBACK for 5 s is half open: the link closes it, so that it cannot
   * deliver the command later.
   */
  send(deviceCode: string, payload: string, remainingMs: () => number): Promise<SendResult>;

  /**
   * Closes the device's connection, so that the device reconnects and reports its switch position.
   * This is the only way to read the position back, because the protocol has no request for it.
   */
  reset?(deviceCode: string): void;
}
