import type { KnipConfig } from 'knip';

/** Entries that no import leads to: programs, threads, and what the tests run as processes. */
const config: KnipConfig = {
  // What a file exports and uses itself is its public face, not dead code.
  ignoreExportsUsedInFile: true,
  // Called by its path in scripts/check.mjs.
  ignoreDependencies: ['@biomejs/biome'],
  // Programs of the machine: tests and measurements say so and skip where they are absent.
  ignoreBinaries: [
    'caddy',
    'fsfreeze',
    'mkfs.ext4',
    'mmdebstrap',
    'mosquitto_passwd',
    'mosquitto_sub',
    'mount',
    'nft',
    'openssl',
    'podman',
    'prometheus',
    'promtool',
    'psql',
    'sha256sum',
    'socat',
    'systemd-analyze',
    'systemd-notify',
    'systemd-nspawn',
    'umount',
    'unshare',
  ],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs',
        'scripts/{report,release}/*.mjs',
        // Started by its path in the Debian package.
        'scripts/release/deb/files/run.mjs',
      ],
      project: ['scripts/**/*.{mjs,ts}'],
    },
    'packages/*': { project: ['{src,test}/**/*.ts'] },
    'apps/server': {
      entry: [
        'src/{main,health-cli}.ts',
        'src/storage/{migrate-cli,distributed/distribute-cli,schema/dump-cli}.ts',
        'src/areas/identity/passwords/hash-worker.mjs',
        'src/areas/onboarding/import-files/import-worker.mjs',
        'src/backup/{backup,restore}-cli.ts',
        'test/**/{lock-holder,row-writer,record-statements}.ts',
      ],
      project: ['src/**/*.{ts,mjs}', 'test/**/*.ts'],
      // Named as text: the log's transport, and the fonts of bills, which are read as files.
      ignoreDependencies: [
        // Imported by the last release, which the upgrade test builds.
        '@fastify/helmet',
        'pino-pretty',
        '@embedpdf/fonts-sc',
        '@expo-google-fonts/ibm-plex-sans-arabic',
        '@expo-google-fonts/noto-sans',
      ],
    },
    'apps/simulator': { entry: ['src/**/*.test.ts'], project: ['{src,test}/**/*.ts'] },
    'apps/web': {
      entry: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
      project: ['{src,test,build}/**/*.{ts,tsx}'],
    },
    // Read as a file and run inside the page.
    e2e: { project: ['src/**/*.ts'], ignoreDependencies: ['axe-core'] },
    site: {
      // The plugin of knip calls the configuration with a part of its interface.
      eleventy: false,
      entry: ['eleventy.config.mjs', 'layouts/*.mjs', 'browser/{site,theme}.mjs'],
      project: ['**/*.mjs'],
    },
    bench: { project: ['src/**/*.ts'] },
  },
};

export default config;
