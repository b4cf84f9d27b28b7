/**
 * Finds the verb in "open suzhou" or "suzhou protection". A word that is the beginning of both
 * "open" and "close" means neither, and no verb is found inside a word: the Russian for "close" is
 * the end of the Russian for "open".
 */
export const VERBS = ['open', 'close', 'protection', 'data', 'energy', 'record', 'alarms'] as const;
export type Verb = (typeof VERBS)[number];

/** The words of each verb, in the language of the user and in English. */
export type VerbWords = Readonly<Record<Verb, readonly string[]>>;

export interface VerbInText {
  readonly verbs: readonly Verb[];
  /** Part of a name or code of a device. */
  readonly rest: string;
}

const MIN_LETTERS = 2;
/** Chinese is written without spaces. */
const HAN = /^\p{Script=Han}+$/u;

/** Undefined if there is no verb, or nothing else. */
export function verbInText(text: string, words: VerbWords): VerbInText | undefined {
  const [first = '', ...others] = text.trim().split(/\s+/);
  if (others.length === 0) return joined(first, words);
  const atStart = verbsOf(first, words);
  if (atStart.length > 0) return { verbs: atStart, rest: others.join(' ') };
  const atEnd = verbsOf(others.at(-1) ?? '', words);
  if (atEnd.length === 0) return undefined;
  return { verbs: atEnd, rest: [first, ...others.slice(0, -1)].join(' ') };
}

function verbsOf(token: string, words: VerbWords): Verb[] {
  const wanted = token.replace(/(…|\.{3})$/, '').toLocaleLowerCase();
  if (wanted.length < MIN_LETTERS) return [];
  const found = VERBS.filter((verb) =>
    words[verb].some((word) => word.toLocaleLowerCase().startsWith(wanted)),
  );
  const isBoth = found.includes('open') && found.includes('close');
  return isBoth ? found.filter((verb) => verb !== 'open' && verb !== 'close') : found;
}

/** A complete Chinese verb directly before the name. */
function joined(text: string, words: VerbWords): VerbInText | undefined {
  for (const verb of VERBS) {
    const word = words[verb].find((one) => HAN.test(one) && text.startsWith(one));
    if (word !== undefined && text.length > word.length) {
      return { verbs: [verb], rest: text.slice(word.length) };
    }
  }
  return undefined;
}
