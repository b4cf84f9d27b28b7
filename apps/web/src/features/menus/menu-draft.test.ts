import { describe, expect, it } from 'vitest';
import { draftOf, isSameMenu, withPart, withPlace } from './menu-draft.ts';

const STANDARD = draftOf({ role: 'viewer' }, []);
const keys = (draft: typeof STANDARD) => draft.map(({ key }) => key);

describe('menu while it is edited', () => {
  it('is the same when nothing differs, whatever the order of languages', () => {
    const one = withPart(STANDARD, 'tariff', { names: { en: 'Prices', fr: 'Prix' } });
    const other = withPart(STANDARD, 'tariff', { names: { fr: 'Prix', en: 'Prices' } });
    expect(isSameMenu(one, other)).toBe(true);
    expect(isSameMenu(STANDARD, one)).toBe(false);
    expect(isSameMenu(STANDARD, withPart(STANDARD, 'home', { hidden: true }))).toBe(false);
    expect(isSameMenu(STANDARD, withPlace(STANDARD, undefined, 'home', 1))).toBe(false);
  });

  it('moves groups, and entries in their group only', () => {
    expect(keys(withPlace(STANDARD, undefined, 'alarms', 0))[0]).toBe('alarms');
    const moved = withPlace(STANDARD, 'alarms', 'alarm-live', 0);
    expect(moved.find(({ key }) => key === 'alarms')?.children[0]?.key).toBe('alarm-live');
    expect(withPlace(STANDARD, 'alarms', 'home', 0)).toEqual(STANDARD);
  });
});
