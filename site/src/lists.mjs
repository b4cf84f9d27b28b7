// Pages that are lists: of the documents of a folder, and of the files that are offered.
import { posix } from 'node:path';
import { documents, FILES, LISTS, readDocument, titleOf } from './documents.mjs';

/** Every page whose source is not a file of `docs`: its document and its Markdown. */
export function addedPages() {
  const outside = documents.filter((document) => !document.startsWith('docs/'));
  return [
    ...outside.map((document) => ({ document, text: textOf(document) })),
    ...Object.keys(LISTS).map((folder) => ({
      document: `${folder}/README.md`,
      text: listOf(folder),
    })),
    { document: posix.join('docs', 'files.md'), text: listOfFiles() },
  ];
}

function textOf(document) {
  const text = readDocument(document);
  if (document !== '.env.example') return text;
  return [
    `# ${titleOf(document)}`,
    'Every variable that Busbar reads, with its default (`.env.example`). How they are set is ' +
      'in [Install](docs/install.md) and [Operations](docs/operations.md).',
    `\`\`\`ini\n${text}\`\`\``,
  ].join('\n\n');
}

function listOf(folder) {
  const entries = documents
    .filter((document) => posix.dirname(document) === folder)
    .map((document) => `- [${titleOf(document)}](${posix.basename(document)})`);
  return `# ${LISTS[folder]}\n\n${entries.join('\n').replaceAll(/\[(\d+)\. /g, '[ADR $1: ')}\n`;
}

function listOfFiles() {
  const folders = [...new Set(FILES.map((file) => posix.dirname(file)))];
  const parts = folders.map((folder) => {
    const files = FILES.filter((file) => posix.dirname(file) === folder);
    const title = folder === '.' ? 'Compose' : folder;
    return `## ${title}\n\n${files.map((file) => `- [${posix.basename(file)}](../${file})`).join('\n')}\n`;
  });
  return (
    '# Example files\n\nThe files that the documents name. They are also in the release and in a ' +
    `checkout, in the same folders.\n\n${parts.join('\n')}`
  );
}
