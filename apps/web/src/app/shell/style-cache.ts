/** Cache of the component library's generated styles. */
import { createCache } from '@ant-design/cssinjs';

/** Prefix of the keys of style sheets; colours and sizes are in variables that depend on the theme. */
const STYLES = 'style%';

/**
 * The library drops the styles of a component from its cache with the last component that uses them
 * and generates them again for the next page, although their style sheet stays in the document.
 * Here each entry holds one reference of its own and stays.
 */
export function createStyleCache(): ReturnType<typeof createCache> {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (key, change) =>
    update(key, (before) => {
      const after = change(before);
      const isFirst = before === undefined && after !== null;
      return isFirst && key.startsWith(STYLES) ? [after[0] + 1, after[1]] : after;
    });
  return cache;
}
