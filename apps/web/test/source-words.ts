/**
 * Finds the translation keys that a source file uses, and literal texts that it must not contain.
 */

export interface UsedKeys {
  /** Complete keys with their namespace. */
  keys: string[];
  /** Prefixes of keys composed at run time: `` t(`log:status.${word}`) ``. */
  prefixes: string[];
}

/**
 * Keys passed to `t(…)`, and any other string that looks like a key with its namespace (the key of
 * a notice, the title of a route). A key without a namespace belongs to the first namespace that
 * the file requests.
 */
export function keysUsedIn(text: string, namespaces: readonly string[]): UsedKeys {
  const source = withoutComments(text);
  const own =
    /useTranslation\(\s*\[?\s*'([\w-]+)'/.exec(source)?.[1] ??
    (source.includes('useTranslation(') ? 'common' : undefined);
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  const add = (raw: string) => {
    const [head, ...rest] = raw.split('${');
    const hasNamespace = namespaces.some((namespace) => head!.startsWith(`${namespace}:`));
    if (!hasNamespace && own === undefined) return;
    const full = hasNamespace ? head! : `${own}:${head}`;
    if (rest.length > 0) prefixes.add(full);
    else keys.add(full);
  };
  for (const argument of callsOf(source, 't')) {
    for (const match of argument.matchAll(/'([^'\n]*)'|`([^`]*)`/g)) {
      const text = match[1] ?? match[2] ?? '';
      if (/^[\w:.$-]/.test(text) && !/\s/.test(text.split('${')[0]!)) add(text);
    }
  }
  const named = new RegExp(`['\`]((?:${namespaces.join('|')}):[\\w.-]+(?:\\$\\{)?)`, 'g');
  for (const match of source.matchAll(named)) add(match[1]!);
  return { keys: [...keys], prefixes: [...prefixes] };
}

/** Returns the first argument of each call of a function; handles nested brackets and quotes. */
function* callsOf(source: string, name: string): Generator<string> {
  const call = new RegExp(`(?<![\\w.])${name}\\(`, 'g');
  for (let match = call.exec(source); match !== null; match = call.exec(source)) {
    const start = match.index + match[0].length;
    let depth = 1;
    let end = start;
    let quote: string | null = null;
    for (; end < source.length; end += 1) {
      const char = source[end]!;
      if (quote !== null) {
        if (char === quote) quote = null;
      } else if (char === "'" || char === '"' || char === '`') quote = char;
      else if ('([{'.includes(char)) depth += 1;
      else if (')]}'.includes(char)) depth -= 1;
      if (depth === 0 || (depth === 1 && quote === null && char === ',')) break;
    }
    yield source.slice(start, end);
  }
}

/**
 * Returns the text between tags and in visible attributes; symbols and the product name are
 * permitted.
 */
export function literalTextIn(source: string): string[] {
  const code = withoutComments(source);
  const found: string[] = [];
  for (const match of code.matchAll(/<\/?[A-Za-z][\w.]*(?:\s[^<>]*)?>([^<>{}]*)(?=<|\{)/g)) {
    found.push(match[1]!);
  }
  for (const match of code.matchAll(/\s(?:title|aria-label|placeholder|alt|label)="([^"]+)"/g)) {
    found.push(match[1]!);
  }
  return (
    found
      .map((text) => text.trim())
      .filter((text) => /\p{L}{2,}/u.test(text) && text !== 'Busbar')
      // Omits text that follows the closing bracket of a type, because it is code.
      .filter((text) => !/^[,\])}:;.]|[=;()]|:$/.test(text))
  );
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
