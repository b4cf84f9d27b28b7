// `npm run build:docs`: the documents of the repository as a site, which the server serves at /docs
// (docs/adr/0088-the-documentation-is-a-static-site.md).
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install.mjs';
import { isProgram, main, root, run, step } from './run-step.mjs';
import { documentationHash } from './sources-hash.mjs';

const output = join(root, 'site', 'dist');
/** Hidden, so that it is in no release. */
const stamp = join(output, '.sources.sha256');

/** Builds unless the existing build was made from the current documents. */
export async function buildDocumentationWhenNeeded() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === documentationHash(root)) return;
  await buildDocumentation();
}

export async function buildDocumentation() {
  rmSync(output, { recursive: true, force: true });
  const program = join(root, 'node_modules', '@11ty', 'eleventy', 'cmd.cjs');
  await run(process.execPath, [program, '--config=site/eleventy.config.mjs', '--quiet']);
  writeFileSync(stamp, documentationHash(root));
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    await installPackages();
    await step('Building the documentation', buildDocumentation);
  });
}
