/**
 * The configuration as all parts of a process read it: what was saved stands above the environment
 * from the moment it is applied, because each part asks when it needs a value and keeps none.
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

/** What the environment alone says. */
export function environmentOf(config: Config): Config {
  return states.get(config)?.environment ?? config;
}

export function savedIn(config: Config): SavedSettings {
  return states.get(config)?.saved ?? NOTHING;
}
