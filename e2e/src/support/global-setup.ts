import type { TestProject } from 'vitest/node';
import { removeFolder } from './demo/data-folder.ts';
import { prepareDemoData } from './demo/demo-data.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder that `startDemo` copies. */
    demoData: string;
  }
}

let folder: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  folder = await prepareDemoData();
  project.provide('demoData', folder);
}

export function teardown(): void {
  if (folder !== undefined) removeFolder(folder);
}
