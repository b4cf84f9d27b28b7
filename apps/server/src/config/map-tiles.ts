/** The tile server of the built-in map (`MAP_TILE_URL`, `MAP_TILE_ATTRIBUTION`). */
import { ConfigError } from './config-error.ts';

export interface MapTiles {
  /** Address with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Plain text that the map shows; empty for none. */
  readonly attribution: string;
}

const MAX_ATTRIBUTION = 200;
const PLACEHOLDERS = ['{z}', '{x}', '{y}'];

/** The value is not part of the message, because it may contain a key. */
export function readMapTiles(text: (name: string) => string | undefined): MapTiles | undefined {
  const url = text('MAP_TILE_URL');
  const attribution = text('MAP_TILE_ATTRIBUTION') ?? '';
  if (attribution.length > MAX_ATTRIBUTION) {
    throw new ConfigError(`MAP_TILE_ATTRIBUTION must have at most ${MAX_ATTRIBUTION} characters.`);
  }
  if (url === undefined) return undefined;
  if (!isTemplate(url)) {
    throw new ConfigError(
      'MAP_TILE_URL must be an http or https address with {z}, {x} and {y} once each after the ' +
        'host name, such as https://tiles.example.com/{z}/{x}/{y}.png.',
    );
  }
  return { url, attribution };
}

function isTemplate(url: string): boolean {
  const filled = withoutPlaceholders(url);
  if (filled === undefined || /[{}\s]/.test(filled) || !URL.canParse(filled)) return false;
  const { protocol, username, password, origin, hostname } = new URL(filled);
  if (username !== '' || password !== '') return false;
  // Other characters, such as * and ;, have a meaning in the content security policy.
  if (!/^([\w.-]+|\[[\da-f:]+\])$/.test(hostname)) return false;
  // In the host name, a placeholder would permit other hosts than one.
  return /^https?:$/.test(protocol) && url.toLowerCase().startsWith(`${origin}/`);
}

/** Undefined unless the address has each placeholder exactly once. */
function withoutPlaceholders(url: string): string | undefined {
  const isOnce = PLACEHOLDERS.every((name) => url.split(name).length === 2);
  return isOnce ? PLACEHOLDERS.reduce((text, name) => text.replace(name, '0'), url) : undefined;
}

/** The origin that the pages may load images from. */
export const tileOrigin = ({ url }: MapTiles): string =>
  new URL(withoutPlaceholders(url) ?? url).origin;
