/**
 * Scans tags and text of an XML part of a workbook in one pass. Not a general XML parser: documents
 * with a DTD (entity expansion) are rejected, and name prefixes are removed, because writers choose
 * them freely.
 */
export class XmlError extends Error {}

/** Longer than any cell may be; excess text is discarded. */
const MAX_TEXT = 64 * 1024;

export interface XmlEvents {
  /** `attributes` is the raw text; see `attribute`. */
  open?(name: string, attributes: string): void;
  text?(text: string): void;
  /** Also called for an empty element. Return false to stop reading. */
  close?(name: string): boolean | undefined;
}

export function scanXml(xml: string, events: XmlEvents): void {
  let at = 0;
  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    if (tag === -1) return;
    if (tag > at) events.text?.(unescaped(xml.slice(at, Math.min(tag, at + MAX_TEXT))));
    if (xml.startsWith('<!--', tag)) {
      at = endOf(xml, '-->', tag);
    } else if (xml.startsWith('<![CDATA[', tag)) {
      at = endOf(xml, ']]>', tag);
      events.text?.(xml.slice(tag + 9, Math.min(at - 3, tag + 9 + MAX_TEXT)));
    } else if (xml.startsWith('<!', tag)) {
      throw new XmlError('a document type is not read');
    } else if (xml.startsWith('<?', tag)) {
      at = endOf(xml, '?>', tag);
    } else {
      at = endOf(xml, '>', tag);
      if (readTag(xml.slice(tag + 1, at - 1), events) === false) return;
    }
  }
}

function readTag(tag: string, events: XmlEvents): boolean | undefined {
  if (tag.startsWith('/')) return events.close?.(localName(tag.slice(1).trim()));
  const isEmpty = tag.endsWith('/');
  const inner = isEmpty ? tag.slice(0, -1) : tag;
  const space = inner.search(/\s/);
  const name = localName(space === -1 ? inner : inner.slice(0, space));
  events.open?.(name, space === -1 ? '' : inner.slice(space));
  return isEmpty ? events.close?.(name) : undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function endOf(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  if (found === -1) throw new XmlError('a tag has no end');
  return found + mark.length;
}

/** Compiled patterns, keyed by attribute name; only a few names are used. */
const PATTERNS = new Map<string, RegExp>();

/** The name must include its prefix: `r:id` is not the same as `id`. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = PATTERNS.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    PATTERNS.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescaped(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?)?(\w+);/g, (whole, numeric: string | undefined, name: string) => {
    if (numeric === undefined) return ENTITIES[name] ?? whole;
    const code = Number.parseInt(name, numeric === '#x' ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
