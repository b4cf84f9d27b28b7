/**
 * Time zone, currency and map that a registration form proposes, from the settings of the browser.
 * Whatever is not found leaves the first entry of the list (docs/specification/accounts.md 3.3).
 */
const EURO =
  'AD AT AX BE BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT';
const CFA_FRANC = 'BF BJ CF CG CI CM GA GQ GW ML NE SN TD TG';
const DOLLAR = 'AS EC FM GU MH MP PR PW SV TC TL UM US VG VI';
const POUND = 'GB GG IM JE';

const CURRENCY_OF: Readonly<Record<string, string>> = {
  ...regionsWith('EUR', EURO),
  ...regionsWith('FCFA', CFA_FRANC),
  ...regionsWith('USD', DOLLAR),
  ...regionsWith('GBP', POUND),
  CN: 'RMB',
  AE: 'AED',
  RU: 'RUB',
  GN: 'GNF',
};

function regionsWith(currency: string, regions: string): Record<string, string> {
  return Object.fromEntries(regions.split(' ').map((region) => [region, currency]));
}

/** Region of a language tag; the most likely one if the tag names none, undefined if it is invalid. */
export function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    // A browser may report a tag such as "C" that is no language.
    return undefined;
  }
}

/** English name of the region's currency, as in the list of the platform. */
export const currencyOf = (region: string | undefined): string | undefined =>
  CURRENCY_OF[region ?? ''];

/** Google Maps does not work in mainland China, and Baidu Maps has little detail elsewhere. */
export const mapOf = (region: string | undefined): 'baidu' | 'google' =>
  region === undefined || region === 'CN' ? 'baidu' : 'google';

interface Zone {
  readonly id: number;
  readonly iana: string;
}

/** A browser may name a zone by an earlier name, for example Asia/Calcutta. */
function nameInBrowser(iana: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: iana }).resolvedOptions().timeZone;
  } catch {
    // The zone is newer than the browser.
    return iana;
  }
}

export function zoneOf(zones: readonly Zone[], iana: string): Zone | undefined {
  return (
    zones.find((zone) => zone.iana === iana) ??
    zones.find((zone) => nameInBrowser(zone.iana) === nameInBrowser(iana))
  );
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
