// Extends markdown-it: ids of headings as git hosts form them, links between documents, figures,
// tables that scroll, and coloured code.
import GithubSlugger from 'github-slugger';
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { addressOf } from './documents.mjs';

loadLanguages.silent = true;
loadLanguages(['bash', 'ini', 'json', 'sql', 'typescript', 'yaml']);

const LANGUAGES = { sh: 'bash', ts: 'typescript', haproxy: 'ini' };

/** `md` renders with `env.document`, the path of the document in the repository. */
export function extendMarkdown(md) {
  md.core.ruler.push('headings', identifyHeadings);
  md.core.ruler.push('addresses', setAddresses);
  md.set({ highlight: colourCode });
  const { rules } = md.renderer;
  rules.heading_close = (tokens, at, options, _env, self) => {
    const id = headingId(tokens, at);
    const link = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
    return (tokens[at].tag === 'h1' ? '' : link) + self.renderToken(tokens, at, options);
  };
  rules.table_open = () =>
    '<div class="table" role="group" tabindex="0" aria-label="Table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  const renderFence = rules.fence;
  rules.fence = (...parts) => {
    const [, ...label] = parts[0][parts[1]].info.trim().split(/\s+/);
    const caption = label.length === 0 ? '' : `<p>${md.utils.escapeHtml(label.join(' '))}</p>`;
    const code = renderFence(...parts).replace('<pre', '<pre tabindex="0"');
    return `<div class="code">${caption}${code}</div>\n`;
  };
  const renderImage = rules.image;
  // A picture leads to its full size.
  rules.image = (...parts) => {
    const source = md.utils.escapeHtml(parts[0][parts[1]].attrGet('src'));
    return `<a class="picture" href="${source}">${renderImage(...parts)}</a>`;
  };
}

function headingId(tokens, close) {
  for (let at = close; ; at -= 1) {
    if (tokens[at].type === 'heading_open') return tokens[at].attrGet('id');
  }
}

function identifyHeadings({ tokens }) {
  const slugger = new GithubSlugger();
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') token.attrSet('id', slugger.slug(textOf(tokens[at + 1])));
  });
}

/** The text of a heading without marks, which the id consists of. */
export const textOf = ({ children }) =>
  children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

function setAddresses({ tokens, env }) {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const name = { link_open: 'href', image: 'src' }[token.type];
    if (name === undefined) continue;
    token.attrSet(name, addressOf(env.document, decodeURI(token.attrGet(name))));
    if (token.type === 'image') token.attrSet('loading', 'lazy');
  }
}

const languageOf = (info) => info.trim().split(/\s/)[0];

/** Returns an empty text for other languages, which markdown-it then escapes. */
function colourCode(code, info) {
  const language = languageOf(info);
  const name = LANGUAGES[language] ?? language;
  const grammar = Prism.languages[name];
  return grammar === undefined || language === 'text' ? '' : Prism.highlight(code, grammar, name);
}
