// Vitest sequencer: the longest files start first, so that none of them runs alone at the end.
import { join } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { readDurations } from './report/file-times.mjs';
import { root } from './run-step.mjs';

export class LongestFirst extends BaseSequencer {
  async sort(specifications) {
    return sortByDuration(await super.sort(specifications), readDurations());
  }
}

/**
 * Sorts the files of each project. The order of the projects remains that of Vitest, because a
 * worker without isolation is only reused for the next file of the same project. Files without a
 * measured duration retain their order, after the others.
 */
export function sortByDuration(specifications, durations) {
  const seconds = new Map(
    Object.values(durations).flatMap((files) =>
      Object.entries(files).map(([file, duration]) => [join(root, file), duration]),
    ),
  );
  const durationOf = ({ moduleId }) => seconds.get(join(moduleId)) ?? 0;
  const projects = [...new Set(specifications.map(({ project }) => project.name))];
  return projects.flatMap((name) =>
    specifications
      .filter(({ project }) => project.name === name)
      .sort((a, b) => durationOf(b) - durationOf(a)),
  );
}
