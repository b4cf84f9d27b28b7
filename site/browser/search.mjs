// Finds sections by their words. Every word of the query has to occur, or begin, or be spelled
// nearly like a word of the section.
import MiniSearch from 'minisearch';

export const MAX_RESULTS = 30;
/** Sections that are added before the page may react to input. */
const CHUNK = 200;
/** Shorter words are not compared by their spelling. */
const FUZZY_FROM_LETTERS = 5;

/** Resolves when all sections are indexed. */
export async function createSearch(sections) {
  const index = new MiniSearch({
    idField: 'at',
    fields: ['title', 'heading', 'text'],
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length >= FUZZY_FROM_LETTERS ? 0.15 : false),
      boost: { title: 4, heading: 3 },
    },
  });
  const documents = sections.map((section, at) => ({ ...section, at }));
  await index.addAllAsync(documents, { chunkSize: CHUNK });
  return (query) =>
    exactFirst(index.search(query))
      .slice(0, MAX_RESULTS)
      .map(({ id, terms }) => ({ ...sections[id], terms }));
}

/** Sections that contain the words as typed come first; a long section has a low score. */
function exactFirst(results) {
  const isExact = ({ queryTerms, terms }) => queryTerms.every((term) => terms.includes(term));
  return [...results.filter(isExact), ...results.filter((result) => !isExact(result))];
}

/** Characters of text around the first word that was found. */
const EXCERPT_BEFORE = 50;
const EXCERPT_LENGTH = 180;

/** Returns a part of the text with the first of the words, with marks where it is cut. */
export function excerptOf({ text, terms }) {
  const first = terms.length === 0 ? 0 : Math.max(0, text.search(wordsOf(terms)));
  const start = first <= EXCERPT_BEFORE ? 0 : text.lastIndexOf(' ', first - EXCERPT_BEFORE) + 1;
  const end = text.indexOf(' ', start + EXCERPT_LENGTH);
  const part = end < 0 ? text.slice(start) : text.slice(start, end);
  return `${start > 0 ? '… ' : ''}${part}${end < 0 ? '' : ' …'}`;
}

/** Splits the text into parts that are words of the result, and the others between them. */
export function markedParts(text, terms) {
  if (terms.length === 0) return [{ text, isMarked: false }];
  return text
    .split(wordsOf(terms))
    .map((part, at) => ({ text: part, isMarked: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** Matches whole words: “at” is not marked in “late”. */
function wordsOf(terms) {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}
