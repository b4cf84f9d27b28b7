/**
 * Reasons for the connection or disconnection of a device in the connection log. The reason for a
 * disconnection is what the platform observed: it cannot know if power, radio or the device itself
 * failed, and never claims to.
 */
export const CONNECTION_CAUSES = {
  /**
   * The device connected, with its current secret or with the previous one while still valid, or
   * the platform connected to the address of its line.
   */
  came: ['secret', 'old-secret', 'heard', 'dialled'],
  went: [
    /** The device sent a DISCONNECT. */
    'goodbye',
    /** The connection was lost without a DISCONNECT. */
    'lost',
    /** No message was received for one and a half times the device's keep-alive. */
    'silent',
    /** A command was not acknowledged: the connection was open on the platform's side only. */
    'not-acknowledged',
    /** The device sent a message that devices are not allowed to send. */
    'refused',
    /** The device's secret was renewed, or the device was deleted. */
    'credentials',
    /** The validity of the device's previous secret expired. */
    'old-secret-over',
    /** The device connected to another process of the platform. */
    'elsewhere',
    /** Two devices used the same secret alternately. */
    'cloned',
    /** The platform was stopped, or the process crashed. */
    'server-stopped',
    'server-lost',
  ],
} as const;

export type CameCause = (typeof CONNECTION_CAUSES.came)[number];
export type WentCause = (typeof CONNECTION_CAUSES.went)[number];
export type ConnectionCause = CameCause | WentCause;
