/** An invalid variable; its message is the single sentence shown to the operator. */
export class ConfigError extends Error {}
