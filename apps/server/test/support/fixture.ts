import { beforeAll, type beforeEach } from 'vitest';

/**
 * Builds an object before the tests of the current `describe`, or before each of them with
 * `beforeEach`, after the fixtures above it. Until then the returned object is empty, so tests and
 * hooks may read its fields, but `describe` may not.
 */
export function fixture<T extends object>(
  build: () => Promise<T>,
  before: typeof beforeAll | typeof beforeEach = beforeAll,
): T {
  const built = {} as T;
  before(async () => {
    const value = await build();
    if (Object.getPrototypeOf(value) !== Object.prototype) {
      throw new TypeError('A fixture is a plain object: methods of a class would lose their state');
    }
    for (const key of Object.keys(value)) {
      Object.defineProperty(built, key, {
        get: () => Reflect.get(value, key),
        set: (next) => Reflect.set(value, key, next),
        configurable: true,
        enumerable: true,
      });
    }
  });
  return built;
}
