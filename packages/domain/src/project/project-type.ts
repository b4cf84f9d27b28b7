/** What a project is of (specification part 2, "Projects"). */
export const PROJECT_TYPES = ['lamp', 'tower'] as const;

export type ProjectType = (typeof PROJECT_TYPES)[number];
