/**
 * The way to a device, as control needs it; the gateway fulfils it and `app.ts` joins them.
 * What comes back (replies, switch reports) does not come through here: the ingest hands it to
 * `applyReply` and `applyState` inside its transaction.
 */

/**
 * `sent`: written to the device's socket. `not-connected` and `too-late`: not one byte of it has
 * left this process, and none will.
 */
export type SendResult = 'sent' | 'not-connected' | 'too-late';

export interface DeviceLink {
  /**
   * This process holds the device's connection, nothing waits in its send buffer, and the device
   * has subscribed to its command topic. With an external broker: any process may send.
   */
  isConnected(deviceCode: string): boolean;

  /**
   * Writes one command to `ep/1/{code}/down/command`: QoS 1, not retained, to the connection that
   * is there now, kept for no later one. `remainingMs` returns the remaining life of the command. It
   * is called in the same turn as the write (after every await); at 0 or below nothing is written.
   * An external broker gets it as the message expiry interval.
   * A connection whose PUBACK stays away for 5 s is half open: the link closes it (it must not be
   * left to deliver the command later).
   */
  send(deviceCode: string, payload: string, remainingMs: () => number): Promise<SendResult>;

  /**
   * Closes the device's connection, so that the device comes back and says where its switch
   * stands: the only way to read it back, since the protocol has no question for it.
   */
  reset?(deviceCode: string): void;
}
