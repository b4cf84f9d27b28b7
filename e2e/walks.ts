/** Files that open every screen one after another, two pages at once: these keep two cores busy. */
export const WALKS = [
  'src/accessibility.test.ts',
  'src/navigation-walk.test.ts',
  'src/page-size.test.ts',
];
