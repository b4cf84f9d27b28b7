/** Reads the tables of `docs/terms.md`: terms, terms not to use, and words that equal English. */
import {
  NOTIFICATION_LANGUAGES as LANGUAGES,
  type NotificationLanguage,
} from '@busbar/domain/notification/channel';

const NAMES: Readonly<Record<string, NotificationLanguage>> = {
  English: 'en',
  中文: 'zh',
  Français: 'fr',
  Español: 'es',
  Русский: 'ru',
  العربية: 'ar',
};

export interface Term {
  /** Forms of each language; the first is the preferred one. */
  readonly forms: Readonly<Record<NotificationLanguage, readonly string[]>>;
  /** Catalogues, or parts of them, in which the term has this sense; empty if in all. */
  readonly places: readonly string[];
}

export interface Ban {
  readonly language: NotificationLanguage;
  readonly not: string;
  readonly instead: string;
  /** Catalogues, or parts of them, to which the ban is limited; empty if it applies in all. */
  readonly only: readonly string[];
  readonly except: readonly string[];
}

export interface Termbase {
  readonly terms: readonly Term[];
  readonly bans: readonly Ban[];
  /** Words, in lower case, that a translation may share with English. */
  readonly shared: ReadonlyMap<NotificationLanguage, ReadonlySet<string>>;
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const codesOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

const formsOf = (cell: string) => cell.split(' / ').map((form) => form.trim());

function readTerm(titles: readonly string[], cells: readonly string[], places: string[]): Term {
  const forms = titles.flatMap((title, at) => {
    const language = NAMES[title];
    return language === undefined ? [] : [[language, formsOf(cells[at]!)] as const];
  });
  return { forms: Object.fromEntries(forms) as Record<NotificationLanguage, string[]>, places };
}

function readBan(language: NotificationLanguage, cells: readonly string[]): Ban {
  const [not = '', instead = '', , where = ''] = cells;
  const isExcept = where.startsWith('except ');
  return {
    language,
    not,
    instead,
    only: isExcept ? [] : codesOf(where),
    except: isExcept ? codesOf(where) : [],
  };
}

export function readTermbase(markdown: string): Termbase {
  const terms: Term[] = [];
  const bans: Ban[] = [];
  const shared = new Map(LANGUAGES.map((language) => [language, new Set<string>()]));
  let heading = '';
  let places: string[] = [];
  let titles: string[] = [];
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) {
      heading = line.replace(/^#+ /, '');
      places = [];
    } else if (line.startsWith('Catalogues: ')) places = codesOf(line);
    if (!line.startsWith('|')) titles = [];
    else if (titles.length === 0) titles = cellsOf(line);
    else if (!/^\|[-| ]+\|$/.test(line)) {
      const cells = cellsOf(line);
      if (cells.length !== titles.length) throw new Error(`row with other columns: ${line}`);
      if (titles[0] === 'English') terms.push(readTerm(titles, cells, places));
      else if (titles[0] === 'Not') bans.push(readBan(NAMES[heading]!, cells));
      else if (titles[0] === 'Language') {
        const words = formsOf(cells[1]!).map((word) => word.toLowerCase());
        const languages = cells[0] === 'all' ? LANGUAGES : [NAMES[cells[0]!]!];
        for (const language of languages) {
          for (const word of words) shared.get(language)!.add(word);
        }
      }
    }
  }
  return { terms, bans, shared };
}
