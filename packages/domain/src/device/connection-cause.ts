/**
 * Why a device is connected, or is no more, as the connection log keeps it. Of a device that went,
 * the cause is what the platform saw: whether power, radio or the device itself failed it cannot
 * know, and never claims.
 */
export const CONNECTION_CAUSES = {
  /** It came, with the secret it has now, or with the one before that still opens. */
  came: ['secret', 'old-secret', 'heard'],
  went: [
    /** It said goodbye. */
    'goodbye',
    /** The connection broke without a word. */
    'lost',
    /** Nothing came for one and a half times its keep-alive. */
    'silent',
    /** A command was not acknowledged: the line was open on this side alone. */
    'not-acknowledged',
    /** It said what no device may say. */
    'refused',
    /** Its secret was renewed, or it was deleted. */
    'credentials',
    /** The time of the secret before the present one was over. */
    'old-secret-over',
    /** It came to another process of the platform. */
    'elsewhere',
    /** Two devices used its secret in turn. */
    'cloned',
    /** The platform was stopped, or its process died. */
    'server-stopped',
    'server-lost',
  ],
} as const;

export type CameCause = (typeof CONNECTION_CAUSES.came)[number];
export type WentCause = (typeof CONNECTION_CAUSES.went)[number];
export type ConnectionCause = CameCause | WentCause;
