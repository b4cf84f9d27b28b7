/** An invalid variable; its message is the single sentence shown to the operator. */
export class ConfigError extends Error {}

/**
 * Exit code of a start with an invalid variable: EX_CONFIG of sysexits.h. The unit of the Debian
 * package does not start the service again after it, because only the operator can correct it.
 */
export const CONFIG_EXIT_CODE = 78;
