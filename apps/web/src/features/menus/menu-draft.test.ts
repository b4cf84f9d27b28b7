import { describe, expect, it } from 'vitest';
import { draftOf, isSameMenu, withPart, withPlace } from './menu-draft.ts';

const STANDARD = draftOf({ role: 'viewer' }, []);
const keys = (draft: typeof STANDARD) => draft.map(({ key }) => key);

describe('the menu draft', () => {
  it('is equal when nothing differs, regardless of the order of languages', () => {
    const one = withPart(STANDARD, 'tariff', { names: { en: 'Prices', fr: 'Prix' } });
    const other = withPart(STANDARD, 'tariff', { names: { fr: 'Prix', en: 'Prices' } });
    expect(isSameMenu(one, other)).toBe(true);
    expect(isSameMenu(STANDARD, one)).toBe(false);
    expect(isSameMenu(STANDARD, withPart(STANDARD, 'home', { hidden: true }))).toBe(false);
    expect(isSameMenu(STANDARD, withPlace(STANDARD, undefined, 'home', 1))).toBe(false);
  });

  it('moves groups, and moves entries only within their group', () => {
    expect(keys(withPlace(STANDARD, undefined, 'alarms', 0))[0]).toBe('alarms');
    const moved = withPlace(STANDARD, 'alarms', 'alarm-live', 0);
    expect(moved.find(({ key }) => key === 'alarms')?.children[0]?.key).toBe('alarm-live');
    expect(withPlace(STANDARD, 'alarms', 'home', 0)).toEqual(STANDARD);
  });
});
