/**
 * The configuration as seen by all modules of a process: saved settings override the environment as
 * soon as they are applied, because each module reads a value when it needs it and never caches it.
 */
import type { Config } from '../../../config/config.ts';
import { overriding, type SavedSettings } from '../../../config/settings-of-config.ts';

interface State {
  readonly environment: Config;
  saved: SavedSettings;
}

const NOTHING: SavedSettings = { changedAt: {} };
const states = new WeakMap<Config, State>();

const LIVE = [
  'smtpUrl',
  'mailFrom',
  'baiduMapKey',
  'googleMapKey',
  'retention',
  'deviceRate',
  'deviceBurst',
  'controlPerMinute',
  'controlGapS',
  'controlGroupPercent',
] as const satisfies readonly (keyof Config)[];

export function liveConfig(environment: Config): Config {
  const state: State = { environment, saved: NOTHING };
  let above: Partial<Config> = {};
  let of = state.saved;
  const read = (name: keyof Config): unknown => {
    if (of !== state.saved) {
      of = state.saved;
      above = overriding(of);
    }
    return Object.hasOwn(above, name) ? above[name] : environment[name];
  };
  const config = { ...environment };
  for (const name of LIVE) {
    Object.defineProperty(config, name, { enumerable: true, get: () => read(name) });
  }
  states.set(config, state);
  return config;
}

export function applySettings(config: Config, saved: SavedSettings): void {
  const state = states.get(config);
  if (state !== undefined) state.saved = saved;
}

/** Returns the configuration from the environment alone. */
export function environmentOf(config: Config): Config {
  return states.get(config)?.environment ?? config;
}

export function savedIn(config: Config): SavedSettings {
  return states.get(config)?.saved ?? NOTHING;
}
