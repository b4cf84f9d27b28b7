/** Types of projects (docs/specification/projects.md 1.1). */
export const PROJECT_TYPES = ['lamp', 'tower'] as const;

export type ProjectType = (typeof PROJECT_TYPES)[number];
