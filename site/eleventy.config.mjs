// The documentation site (docs/adr/0088-the-documentation-is-a-static-site.md): the documents of the
// repository as pages in site/dist.
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { writeAssets } from './src/assets.mjs';
import { compressFiles } from './src/compress.mjs';
import { FILES, pageOf } from './src/documents.mjs';
import { addedPages } from './src/lists.mjs';
import { extendMarkdown } from './src/markdown.mjs';
import { sectionsOf } from './src/search-sections.mjs';

const INPUT = 'docs';

const NOT_FOUND = `# Page not found

The page does not exist. Search for it, or choose one on the left.
`;

const documentOf = ({ source, page }) => source || page.inputPath.replace(/^\.\//, '');

export default function configure(config) {
  config.setQuietMode(true);
  // A server of Busbar has port 8080.
  config.setServerOptions({ port: 8088 });
  config.amendLibrary('md', extendMarkdown);
  config.addGlobalData('layout', 'page.11ty.mjs');
  config.addGlobalData('eleventyComputed', {
    document: documentOf,
    permalink: (data) => pageOf(documentOf(data)),
  });
  for (const { document, text } of addedPages()) {
    const file = `${INPUT}/${pageOf(document).replace(/html$/, 'md')}`;
    config.addTemplate(file, text, { source: document });
  }
  config.addTemplate(`${INPUT}/404.md`, NOT_FOUND, { source: `${INPUT}/404.md` });
  config.addPassthroughCopy({ 'docs/images': 'images' });
  for (const file of FILES) config.addPassthroughCopy({ [file]: `files/${file}` });

  let assets = {};
  config.addGlobalData('assets', () => assets);
  config.on('eleventy.before', async ({ directories }) => {
    assets = await writeAssets(resolve(directories.output));
  });
  config.on('eleventy.after', async ({ directories, results }) => {
    const output = resolve(directories.output);
    const sections = results
      .map(({ outputPath, content }) => [relative(output, resolve(outputPath)), content])
      .filter(([page]) => page !== '404.html')
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .flatMap(([page, content]) => sectionsOf(page, content));
    writeFileSync(join(output, 'search.json'), JSON.stringify(sections));
    await compressFiles(output);
  });

  return {
    dir: { input: INPUT, includes: '../site/layouts', output: 'site/dist' },
    templateFormats: ['md'],
    // Braces in a document are text.
    markdownTemplateEngine: false,
  };
}
