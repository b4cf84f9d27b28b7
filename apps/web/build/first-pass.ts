/** The chunks of a build without groups, and the groups of the files that users load. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { callPaths } from '../call-paths-plugin.ts';
import { type Chunk, mergeChunks } from './script-groups.ts';

const MAIN = /\/src\/main\.tsx$|\/index\.html$/;
const SIGN_IN = /\/auth\/components\/login-page\.tsx$/;
/** The other pages before the sign-in. */
const OUTER = /\/auth\/components\/[\w-]+\.tsx$|\/audit-screen\.tsx$/;
const SHELL = /\/app\/shell\/shell\.tsx$/;
/** A tab of the device page is loaded together with the page around it. */
const DEVICE_PAGE = /\/device-page\/components\/device-page\.tsx$/;
const DEVICE_TAB = /\/features\/(?!device-page\/components\/device-page)[\w/-]+-tab\.tsx$/;
/** Code that is worth one request, before it is minified and compressed to about a tenth. */
const REQUEST_COST = 15_000;

interface Group {
  readonly name: string;
  readonly modules: ReadonlySet<string>;
}

/** Groups in the order in which modules are assigned to them. */
export async function scriptGroups(root: string): Promise<Group[]> {
  const output = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), callPaths()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      outDir: join(root, 'dist'),
      rolldownOptions: {},
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.output.filter((file) => file.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry);
  const readers = new Map<string, Set<string>>(chunks.map(({ fileName }) => [fileName, new Set()]));
  for (const entry of entries) {
    const visit = (file: string) => {
      const seen = readers.get(file);
      if (seen === undefined || seen.has(entry.facadeModuleId!)) return;
      seen.add(entry.facadeModuleId!);
      for (const next of byFile.get(file)?.imports ?? []) visit(next);
    };
    visit(entry.fileName);
    if (DEVICE_TAB.test(entry.facadeModuleId!)) {
      for (const { facadeModuleId, fileName } of entries) {
        if (DEVICE_PAGE.test(facadeModuleId!)) visit(fileName);
      }
    }
  }
  const isReadBy = (file: string, pattern: RegExp) =>
    [...readers.get(file)!].some((entry) => pattern.test(entry));
  const rest = new Set(chunks);
  const take = (name: string, pattern: RegExp): Group => {
    const taken = [...rest].filter(({ fileName }) => isReadBy(fileName, pattern));
    // A chunk of one page, or the page itself, needs no group.
    const shared = taken.filter(
      ({ fileName, isEntry, isDynamicEntry }) =>
        isEntry || (!isDynamicEntry && readers.get(fileName)!.size > 1),
    );
    for (const chunk of taken) rest.delete(chunk);
    const modules = shared.flatMap(({ moduleIds }) => moduleIds);
    return { name, modules: new Set(modules.filter((id) => !MAIN.test(id))) };
  };
  const groups = [
    take('first', new RegExp(`${MAIN.source}|${SIGN_IN.source}`)),
    take('outer', OUTER),
    take('shell', SHELL),
  ];
  const shared = [...rest].filter(({ isDynamicEntry }) => !isDynamicEntry);
  const merged = mergeChunks(
    shared.map((chunk) => ({ ...chunkOf(chunk), imports: importsOf(chunk) })),
    REQUEST_COST,
  );
  const broadFirst = merged.toSorted((a, b) => b.pages.size - a.pages.size);
  return [
    ...groups,
    ...broadFirst.map(({ name, modules }, at) => ({
      name: `shared-${at}-${name}`,
      modules: new Set(modules),
    })),
  ];

  function importsOf(chunk: Rolldown.OutputChunk): Set<Chunk> {
    const found = new Map<string, Chunk>();
    const visit = (file: string) => {
      const next = byFile.get(file);
      // The files of the first pages and of the shell are loaded before.
      if (next === undefined || !shared.includes(next) || found.has(file)) return;
      found.set(file, chunkOf(next));
      for (const deeper of next.imports) visit(deeper);
    };
    for (const file of chunk.imports) visit(file);
    return new Set(found.values());
  }

  function chunkOf(chunk: Rolldown.OutputChunk): Chunk {
    const size = Object.values(chunk.modules).reduce(
      (sum, { renderedLength }) => sum + renderedLength,
      0,
    );
    return {
      name: chunk.name,
      modules: chunk.moduleIds,
      size,
      pages: readers.get(chunk.fileName)!,
    };
  }
}
