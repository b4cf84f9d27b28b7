/**
 * Selects the part of the browser suite that runs. The default tier rotates screens, looks and
 * languages; the full tier runs every journey and every screen and rotates only looks and languages;
 * the nightly run covers everything.
 */
const { TEST_TIER = 'day', TEST_SIZE, TEST_DAY } = process.env;
if (TEST_TIER !== 'day' && TEST_TIER !== 'full') {
  throw new Error(`TEST_TIER is "day" or "full", not "${TEST_TIER}".`);
}

export const isNightly = TEST_SIZE === 'nightly';
export const isFullTier = TEST_TIER === 'full' || isNightly;

const DAY_MS = 86_400_000;
/** Days since 1970. TEST_DAY repeats the rotation of another day; every run prints its day. */
export const dayNumber = Number(TEST_DAY ?? Math.floor(Date.now() / DAY_MS));
if (!Number.isInteger(dayNumber)) throw new Error(`TEST_DAY is a whole number, not "${TEST_DAY}".`);

export const tierText = isNightly
  ? 'nightly'
  : `${isFullTier ? 'full' : 'default'} tier, turns of day ${dayNumber}`;

/**
 * Returns a name's turn today in a rotation, 0 to `turns` - 1; each turn occurs once in as many
 * days.
 */
export function turnOf(name: string, turns: number, day: number = dayNumber): number {
  return (hashOf(name) + day) % turns;
}

/** FNV-1a, which is the same in every release. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
