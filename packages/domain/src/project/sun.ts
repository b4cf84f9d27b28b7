/**
 * Sunrise and sunset by the equations of the NOAA solar calculator (Meeus, Astronomical
 * Algorithms), accurate to about a minute below 72 degrees of latitude. The sun rises when its
 * upper edge appears above a level horizon, including refraction: its centre is then 0.833 degrees
 * below the horizon.
 */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const RISE_ZENITH = 90.833;
/** Julian day of 1970-01-01 00:00 UTC, and of 2000-01-01 12:00. */
const JD_1970 = 2_440_587.5;
const JD_2000 = 2_451_545;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const sin = (angle: number) => Math.sin(radians(angle));
const cos = (angle: number) => Math.cos(radians(angle));
const tan = (angle: number) => Math.tan(radians(angle));

export interface Place {
  /** WGS-84 degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
}

/** One solar day, in ms since 1970. `up`: the sun does not set; `down`: it does not rise. */
export type SunDay = { readonly noon: number } & (
  | { readonly kind: 'usual'; readonly rise: number; readonly set: number }
  | { readonly kind: 'up' | 'down' }
);

/** The solar day with the noon that is nearest to the instant. */
export function sunDay(near: number, { latitude, longitude }: Place): SunDay {
  // Noon in UTC at this longitude, without the equation of time.
  const meanNoon = DAY_MS / 2 - longitude * 4 * MINUTE_MS;
  const mean = Math.round((near - meanNoon) / DAY_MS) * DAY_MS + meanNoon;
  const noon = Math.round(mean - sunAt(mean).equationMin * MINUTE_MS);
  const rise = edge(noon, -1, latitude);
  const set = edge(noon, 1, latitude);
  if (rise === 'up' || set === 'up') return { kind: 'up', noon };
  if (rise === 'down' || set === 'down') return { kind: 'down', noon };
  return { kind: 'usual', noon, rise, set };
}

/** The position of the sun changes during the day, so the time is refined iteratively. */
function edge(noon: number, side: 1 | -1, latitude: number): number | 'up' | 'down' {
  const noonEquation = sunAt(noon).equationMin;
  let at = noon;
  for (let look = 0; look < 3; look++) {
    const { declination, equationMin } = sunAt(at);
    const cosine =
      cos(RISE_ZENITH) / (cos(latitude) * cos(declination)) - tan(latitude) * tan(declination);
    if (cosine < -1) return 'up';
    if (cosine > 1) return 'down';
    const minutes = 4 * degrees(Math.acos(cosine));
    at = noon + Math.round((side * minutes + noonEquation - equationMin) * MINUTE_MS);
  }
  return at;
}

interface SunPosition {
  /** Degrees north of the equator. */
  readonly declination: number;
  /** Equation of time, minutes; positive if the true sun is ahead of the mean sun. */
  readonly equationMin: number;
}

function sunAt(ms: number): SunPosition {
  const t = (ms / DAY_MS + JD_1970 - JD_2000) / 36_525;
  const meanLongitude = 280.46646 + t * (36_000.76983 + 0.0003032 * t);
  const anomaly = 357.52911 + t * (35_999.05029 - 0.0001537 * t);
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const centre =
    sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    sin(3 * anomaly) * 0.000289;
  const node = 125.04 - 1_934.136 * t;
  const apparent = meanLongitude + centre - 0.00569 - 0.00478 * sin(node);
  const arcSeconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813));
  const obliquity = 23 + (26 + arcSeconds / 60) / 60 + 0.00256 * cos(node);
  const y = tan(obliquity / 2) ** 2;
  return {
    declination: degrees(Math.asin(sin(obliquity) * sin(apparent))),
    equationMin:
      4 *
      degrees(
        y * sin(2 * meanLongitude) -
          2 * eccentricity * sin(anomaly) +
          4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) -
          0.5 * y * y * sin(4 * meanLongitude) -
          1.25 * eccentricity * eccentricity * sin(2 * anomaly),
      ),
  };
}
