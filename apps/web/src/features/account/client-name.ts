/** Short name of a client from its user agent: browser and system, or the program's own name. */
const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

export function clientName(client: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(client))?.[0];
  if (browser === undefined) return client === '' ? '–' : client.slice(0, 60);
  const system = SYSTEMS.find(([, sign]) => sign.test(client))?.[0];
  return system === undefined ? browser : `${browser}, ${system}`;
}
