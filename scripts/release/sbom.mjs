// The software bill of materials in the JSON format of CycloneDX 1.6. It has no random values, so
// that two releases of a commit are equal.
import { createHash } from 'node:crypto';
import { licenceOf } from './licences.mjs';
import { DATABASE_COMPONENTS } from './native-components.mjs';
import { isEmbeddedDatabase } from './production-packages.mjs';

/** `packages` as from `productionPackages`, `seconds` since 1970 of the commit. */
export function sbomOf({ name, version, license, description }, packages, seconds) {
  const components = packages.map(componentOf);
  const digest = createHash('sha256')
    .update(JSON.stringify([version, components]))
    .digest('hex');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `pkg:generic/${name}@${version}`,
        name,
        version,
        description,
        licenses: licencesOf(license),
        purl: `pkg:generic/${name}@${version}`,
      },
    },
    components,
  };
}

function componentOf(entry) {
  const { name, version, integrity, path } = entry;
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': `${purl}#${path}`,
    ...(group === undefined ? {} : { group }),
    name: plain,
    version,
    scope: 'required',
    // Of the archive of the package in the registry, as npm compares it.
    hashes: hashesOf(integrity),
    licenses: licencesOf(licenceOf(entry)),
    purl,
    ...(isEmbeddedDatabase(name) ? { components: DATABASE_COMPONENTS.map(nativeOf) } : {}),
  };
}

const nativeOf = ({ name, version, license, home }) => ({
  type: 'library',
  'bom-ref': `pkg:generic/${name.toLowerCase()}@${version}`,
  name,
  version,
  licenses: licencesOf(license),
  purl: `pkg:generic/${name.toLowerCase()}@${version}`,
  externalReferences: [{ type: 'license', url: home }],
});

function hashesOf(integrity) {
  const [algorithm, value] = integrity.split('-');
  const alg = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }[algorithm];
  return [{ alg, content: Buffer.from(value, 'base64').toString('hex') }];
}

function licencesOf(license) {
  if (license.startsWith('LicenseRef-')) return [{ license: { name: license } }];
  return [/ (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }];
}

/** A UUID of version 8, whose bits the program chooses (RFC 9562). */
function uuidOf(hex) {
  const variant = '89ab'[Number.parseInt(hex[16], 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
