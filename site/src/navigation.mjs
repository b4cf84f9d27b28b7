// The navigation: every page belongs to one section. A document that no section names makes the
// build fail, so that a new one is not forgotten.
import { documents, pageOf, titleOf } from './documents.mjs';

const below = (folder) => documents.filter((path) => path.startsWith(`docs/${folder}/`));

/** An entry is a document, a document with a shorter title, or a page without a document. */
const SECTIONS = [
  {
    title: 'Start',
    entries: [['docs/README.md', 'Overview'], 'CHANGELOG.md', 'docs/glossary.md'],
  },
  {
    title: 'Install',
    entries: [
      'docs/install.md',
      ['docs/install/service.md', 'Debian service'],
      'docs/install/container.md',
      'docs/install/kubernetes.md',
      'docs/upgrade.md',
    ],
  },
  {
    title: 'Guides',
    entries: [
      ['docs/guides/operator.md', 'For operators'],
      ['docs/guides/facility-manager.md', 'For facility managers'],
      ['docs/guides/developer.md', 'For developers'],
      ['docs/guides/device-maker.md', 'For device makers'],
    ],
  },
  {
    title: 'Operate',
    entries: [
      'docs/operations.md',
      '.env.example',
      ['docs/permissions.md', 'Roles and permissions'],
      'docs/single-sign-on.md',
      'docs/scale.md',
      'docs/performance.md',
      'docs/simulator.md',
      { page: 'files.html', title: 'Example files' },
    ],
  },
  {
    title: 'Reference: API',
    entries: [
      ['docs/reference/errors.md', 'Error codes'],
      'docs/protocol/api-keys.md',
      ['docs/protocol/sign-in.md', 'Sign-in'],
      'docs/protocol/realtime.md',
      'docs/protocol/forwarding.md',
      'docs/protocol/report.md',
      'docs/protocol/device-import.md',
      'docs/protocol/reading-import.md',
      'docs/protocol/audit.md',
    ],
  },
  {
    title: 'Reference: devices',
    entries: [
      ['docs/protocol/device.md', 'Device protocol'],
      ['docs/protocol/other-devices.md', 'Other manufacturers'],
      'packages/device-profiles/README.md',
      ['docs/protocol/meter-recompute.md', 'Recomputing readings'],
      'docs/protocol/console.md',
      { page: 'protocol/index.html', title: 'All protocols' },
    ],
  },
  {
    title: 'Specification',
    isFolded: true,
    entries: [['docs/specification/README.md', 'Overview'], ...below('specification').slice(1)],
  },
  {
    title: 'Development',
    isFolded: true,
    entries: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      ['docs/design.md', 'Design of the screens'],
      ['docs/style.md', 'Style'],
      ['docs/terms.md', 'Terms in six languages'],
      'docs/promises.md',
      'docs/release.md',
      ['docs/review-2026-11.md', 'Review of 2026-11'],
    ],
  },
  {
    title: 'Decisions',
    isFolded: true,
    entries: [
      ['docs/decisions.md', 'Product decisions'],
      { page: 'adr/index.html', title: 'Technical decisions' },
      ...below('adr'),
    ],
  },
];

const NUMBER = /^docs\/adr\/(\d+)/;

function entryOf(entry) {
  if (entry.page !== undefined) return entry;
  const [document, title = titleOf(entry)] = typeof entry === 'string' ? [entry] : entry;
  const isDecision = NUMBER.test(document);
  return {
    document,
    page: pageOf(document),
    title: isDecision ? title.replace(/^(\d+)\. /, '$1 ') : title,
  };
}

export const navigation = SECTIONS.map((section) => ({
  ...section,
  entries: section.entries.map(entryOf),
}));

const listed = navigation.flatMap(({ entries }) => entries.map(({ document }) => document));
const missing = documents.filter((document) => !listed.includes(document));
if (missing.length > 0) {
  throw new Error(`site/src/navigation.mjs names no section for ${missing.join(', ')}.`);
}
